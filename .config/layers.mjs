// The architecture as a table. `npm run check` holds every import to it; docs/architecture.md explains it.

/** The folders of lib from the bottom up. A folder imports only itself and the folders before it. */
export const LAYERS = [
  "kernel", // HTTP primitives, database, crypto, errors, environment, log, shared schemas
  "i18n", // languages and messages
  "preferences", // theme and language of a browser
  "images", // uploaded logos
  "brand", // the name, logo and colours of this installation
  "mail",
  "pages", // pages rendered without React
  "limits", // how often something may fail
  "access", // who calls, and which permissions they have
  "operation", // what an operation is, who may run it, and the one way to run it
  "audit",
  "auth", // sessions and sign-in
  "accounts", // a person's own account
  "scopes",
  "idempotency",
  "oauth", // the protocol
  "calls", // the API log: who called which platform API
  "brand-settings", // operators change the brand
  "service-keys", // keys of the platform's own backends, and who calls the platform's API
  "gate", // what a proxy asks about each call of a platform API
  "deliveries", // calls to extensions
  "consent", // the consent page, grants and receipts
  "clients",
  "invitations", // links that invite to an organization or a company
  "companies",
  "organizations",
  "joining", // accepting an invitation
  "people", // erasing a person everywhere
  "operators", // who runs the installation, and what only they do
  "provider", // sign-in with the platform's accounts
  "directory", // the platform's companies, organizations, people and extensions
  "activity", // failure log, grants and figures of a client
  "overview", // the state of the installation, for its operators
  "sample-api", // a sample API of the platform
  "developer-tools", // playground, conformance check, sandbox
  "maintenance",
  "setup",
  "demo",
  "api", // the endpoint table and what is made from it
  "api-client", // calls of the API from the browser
  "boot", // start and stop of the process
];

const PRODUCT = /^(lib|app|components)\//;
const BROWSER = /^(components|lib\/api-client)\//;
/** What the browser shares with the server: schemas, values and parsers. */
const SHARED =
  /^lib\/(api-client\/|api\/endpoint-types$|i18n\/locales$|kernel\/(schemas|addresses)\/|.*(^|\/)(.*-)?(schemas|values)$)/;
const DATABASE = /^(@prisma\/|pg$|lib\/kernel\/db\/generated\/)/;
const REPOSITORY = /(^|[/-])(repository|statements)$/;
const PAGE = /^app\/(?!(.*\/)?route$)/;
/** Modules that say who opens a page: its session, member, seller, operator, or client. */
const CALLER = /^lib\/.*\/(require-[^/]+|current-session|read-pending-session)$/;
/** What anyone may read, or whoever has the link or the request that leads to the page. */
const OPEN =
  /^lib\/(scopes|brand)\/|^lib\/(accounts\/recovery\/open-recovery|consent\/open-consent|joining\/open-invitation|oauth\/authorize\/name-waiting-client|setup\/is-setup-open)$/;

/**
 * What a module must not import. Modules of this repository are named by their path without extension, packages by
 * their name.
 * @typedef {{ imports: readonly string[], isOperation: boolean }} Module
 * @type {readonly { message: string, forbids: (from: string, to: string, read: () => Module) => boolean }[]}
 */
export const RULES = [
  {
    message: "A folder of lib imports only folders below it in .config/layers.mjs.",
    forbids: (from, to) => layerOf(from) < layerOf(to),
  },
  {
    message: "Only perform reaches the code of an operation, because it checks the access first.",
    forbids: (from, to) =>
      to === "lib/operation/operation-code" && !from.startsWith("lib/operation/"),
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
    message: "The browser shares only schemas, values and parsers with the server.",
    forbids: (from, to) =>
      BROWSER.test(from) && ((to.startsWith("lib/") && !SHARED.test(to)) || to.startsWith("node:")),
  },
  {
    message: "Routes and pages call operations; they do not reach the database.",
    forbids: (from, to) =>
      from.startsWith("app/") && (to.startsWith("lib/kernel/db/") || REPOSITORY.test(to)),
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
    message: "Only repositories and lib/kernel/db know Prisma and pg.",
    forbids: (from, to) =>
      PRODUCT.test(from) &&
      DATABASE.test(to) &&
      !REPOSITORY.test(from) &&
      !from.startsWith("lib/kernel/db/"),
  },
  {
    message: "A domain calls another domain's operations, never its repository.",
    forbids: (from, to) =>
      PRODUCT.test(from) && REPOSITORY.test(to) && folderOf(from) !== folderOf(to),
  },
  {
    message: "A repository does not know HTTP.",
    forbids: (from, to) => REPOSITORY.test(from) && to.startsWith("lib/kernel/http/"),
  },
  {
    message: "lib/oauth is the protocol: it knows neither Next nor React.",
    forbids: (from, to) => from.startsWith("lib/oauth/") && /^(next|react)(-|\/|$)/.test(to),
  },
];

function folderOf(path) {
  const [area, folder] = path.split("/");
  return area === "lib" ? folder : area;
}

/** @returns {number} NaN outside lib, so that every comparison is false */
function layerOf(path) {
  const layer = path.startsWith("lib/") ? LAYERS.indexOf(folderOf(path)) : NaN;
  if (layer === -1) throw new Error(`lib/${folderOf(path)} has no place in .config/layers.mjs`);
  return layer;
}
