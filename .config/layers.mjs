// The architecture as a table. `npm run check` holds every import to it; docs/architecture.md explains it.

/**
 * The rooms of lib, floor by floor from the bottom up. A room imports only itself and the rooms before it.
 * docs/architecture.md describes each.
 */
export const FLOORS = [
  ["core"],
  ["operation", "audit"],
  ["identity", "protocol", "gate"],
  ["consent", "clients", "requests", "tenants"],
  ["platform", "developer-tools", "api", "server"],
];

const ROOMS = FLOORS.flat();

const PRODUCT = /^(lib|app|components)\//;
const BROWSER = /^(components|lib\/api\/client)\//;
/** What the browser shares with the server: schemas, values and parsers. */
const SHARED =
  /^lib\/(api\/client\/|api\/endpoint-types$|core\/i18n\/locales$|core\/(schemas|addresses|snippets)\/|.*(^|\/)(.*-)?(schemas|values)$)/;
const DATABASE = /^(@prisma\/|pg$|lib\/core\/db\/generated\/)/;
const REPOSITORY = /(^|[/-])(repository|statements)$/;
const PAGE = /^app\/(?!(.*\/)?route$)/;
/** Modules that say who opens a page: its session, member, seller, operator, or client. */
const CALLER = /^lib\/.*\/(require-[^/]+|current-session|pending-session)$/;
/** What anyone may read, or whoever has the link or the request that leads to the page. */
const OPEN =
  /^lib\/(protocol\/scopes|core\/brand)\/|^lib\/(identity\/account\/recovery\/open-recovery|consent\/open-consent|tenants\/joining\/open-invitation|protocol\/authorize\/name-waiting-client)$/;

/**
 * What a module must not import. Modules of this repository are named by their path without extension, packages by
 * their name.
 * @typedef {{ imports: readonly string[], isOperation: boolean }} Module
 * @type {readonly { message: string, forbids: (from: string, to: string, read: () => Module) => boolean }[]}
 */
export const RULES = [
  {
    message: "A room of lib imports only rooms before it in .config/layers.mjs.",
    forbids: (from, to) => roomIndex(from) < roomIndex(to),
  },
  {
    message: "lib does not know pages.",
    forbids: (from, to) => from.startsWith("lib/") && /^(app|components)\//.test(to),
  },
  {
    message: "Product code does not import tests or scripts.",
    forbids: (from, to) => PRODUCT.test(from) && /^(test|e2e|scripts|bench)\//.test(to),
  },
  {
    message: "Components do not know routes.",
    forbids: (from, to) => from.startsWith("components/") && to.startsWith("app/"),
  },
  {
    message: "Use components/ui/link.tsx for links to pages. It does not prefetch them.",
    forbids: (from, to) => to === "next/link" && from !== "components/ui/link",
  },
  {
    message: "The browser shares only schemas, values and parsers with the server.",
    forbids: (from, to) =>
      BROWSER.test(from) && ((to.startsWith("lib/") && !SHARED.test(to)) || to.startsWith("node:")),
  },
  {
    message: "Routes and pages call operations; they do not reach the database.",
    forbids: (from, to) =>
      from.startsWith("app/") && (to.startsWith("lib/core/db/") || REPOSITORY.test(to)),
  },
  {
    message:
      "A page reads only through perform: what it imports from lib and uses a repository is an operation.",
    forbids: (from, to, read) =>
      PAGE.test(from) &&
      to.startsWith("lib/") &&
      !CALLER.test(to) &&
      !OPEN.test(to) &&
      read().imports.some((each) => REPOSITORY.test(each)) &&
      !read().isOperation,
  },
  {
    message: "Only repositories and lib/core/db know Prisma and pg.",
    forbids: (from, to) =>
      PRODUCT.test(from) &&
      DATABASE.test(to) &&
      !REPOSITORY.test(from) &&
      !from.startsWith("lib/core/db/"),
  },
  {
    message: "A room calls another room's operations, never its repository.",
    forbids: (from, to) =>
      PRODUCT.test(from) && REPOSITORY.test(to) && folderOf(from) !== folderOf(to),
  },
  {
    message: "Only the endpoint table imports the index of a room.",
    forbids: (from, to) => /^lib\/[\w-]+(\/index)?$/.test(to) && from !== "lib/api/endpoints",
  },
  {
    message: "A repository does not know HTTP.",
    forbids: (from, to) => REPOSITORY.test(from) && to.startsWith("lib/core/http/"),
  },
  {
    message: "lib/protocol knows neither Next nor React.",
    forbids: (from, to) => from.startsWith("lib/protocol/") && /^(next|react)(-|\/|$)/.test(to),
  },
];

/** @param {string} path */
function folderOf(path) {
  const [area, folder] = path.split("/");
  return area === "lib" ? folder : area;
}

/** NaN outside lib, so that every comparison is false. @param {string} path @returns {number} */
function roomIndex(path) {
  const index = path.startsWith("lib/") ? ROOMS.indexOf(folderOf(path) ?? "") : NaN;
  if (index === -1)
    throw new Error(`lib/${folderOf(path)} is not in the table of .config/layers.mjs`);
  return index;
}
