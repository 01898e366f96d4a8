import type { ListReaders } from "@/bench/lists/seed-lists";
import type { Page } from "@/bench/lists/time-pages";

const MANAGEMENT = "/service/partner/authorization/v1.0/organization";
const PLATFORM = "/service/panel/authentication/v1.0/platform";
const DIRECTORY = "/service/platform/directory/v1.0";
const LARGEST_PAGE = "100";

/** A list of the API and who reads it. Numbered lists take cursors, too, and count all rows unless a total is kept. */
interface List {
  readonly name: string;
  readonly path: string;
  readonly cookie: string;
  readonly isNumbered: boolean;
  readonly keepsTotal: boolean;
}

/** The lists of the API. */
function lists({ organizationId, companyId, clientId, member, operator }: ListReaders): List[] {
  const organization = `${MANAGEMENT}/${organizationId}`;
  const client = `${organization}/oauth/client/${clientId}`;
  const company = `${DIRECTORY}/companies/${companyId}`;
  const numbered = { cookie: member, isNumbered: true, keepsTotal: false };
  const directory = { cookie: operator, isNumbered: false, keepsTotal: false };
  return [
    { ...numbered, name: "clients", path: `${organization}/oauth/client` },
    { ...numbered, name: "audit log", path: `${organization}/audit`, keepsTotal: true },
    { ...numbered, name: "members", path: `${organization}/member` },
    { ...numbered, name: "invitations", path: `${organization}/invitation` },
    { ...numbered, name: "requests", path: `${organization}/requests`, isNumbered: false },
    { ...numbered, name: "companies of a client", path: `${client}/grants` },
    {
      ...numbered,
      name: "platform audit log",
      path: `${PLATFORM}/audit`,
      cookie: operator,
      keepsTotal: true,
    },
    { ...directory, name: "directory: companies", path: `${DIRECTORY}/companies` },
    { ...directory, name: "directory: clients of a company", path: `${company}/grants` },
    { ...directory, name: "directory: people of a company", path: `${company}/members` },
    { ...directory, name: "directory: organizations", path: `${DIRECTORY}/organizations` },
    {
      ...directory,
      name: "directory: members of an organization",
      path: `${DIRECTORY}/organizations/${organizationId}/members`,
    },
    { ...directory, name: "directory: clients", path: `${DIRECTORY}/clients` },
    { ...directory, name: "directory: people", path: `${DIRECTORY}/users` },
    { ...directory, name: "deliveries", path: `${PLATFORM}/deliveries` },
  ];
}

/** The first page of each list and the next of a walk; of numbered lists, also the last page. */
export async function listPages(origin: string, readers: ListReaders): Promise<Page[]> {
  const pages: Page[] = [];
  for (const list of lists(readers)) {
    const { name, path, cookie, isNumbered, keepsTotal } = list;
    const first = { name: `${name}: first page`, path, cookie, mayGrow: isNumbered && !keepsTotal };
    const nextPath = `${path}?cursor=${await nextCursor(origin, list)}`;
    pages.push(first, { name: `${name}: next page of a walk`, path: nextPath, cookie });
    if (!isNumbered) continue;
    const { total, size } = await firstPage(origin, list, {});
    const last = Math.ceil(Number(total) / Number(size));
    const lastPath = `${path}?page_no=${last}`;
    pages.push({ name: `${name}: last page`, path: lastPath, cookie, mayGrow: true });
  }
  return pages;
}

/** Filters and searches of the list of clients. */
export function clientSearches({ organizationId, clientId, member }: ListReaders): Page[] {
  // Matching clients are counted.
  const search = (name: string, query: Record<string, string>): Page => {
    const path = `${MANAGEMENT}/${organizationId}/oauth/client?${new URLSearchParams(query)}`;
    return { name: `clients: ${name}`, path, cookie: member, mayGrow: true };
  };
  return [
    search("100 on a page", { page_size: LARGEST_PAGE }),
    search("inactive", { is_active: "false" }),
    search("by type", { client_type: "partner" }),
    search("by name", { sort: "name" }),
    search("oldest first", { sort: "created_at" }),
    search("part of a name", { q: "arcel mail 93" }),
    search("redirect host", { q: "quill-4.example.com" }),
    search("client_id", { q: clientId }),
    search("nothing found", { q: "no such client" }),
    search("deleted", { deleted: "true" }),
    // These match a hundred times as many.
    search("localhost in production (1 in 100)", { loopback_redirect: "true" }),
    search("tag (1 in 10)", { tag: "beta" }),
    search("never used (1 in 2)", { never_used: "true" }),
    search("one word of many names (1 in 7)", { q: "shipfast" }),
  ];
}

/** Pages of the console that show lists, or figures that come from them. */
export function consolePages({ organizationId, clientId, member, operator }: ListReaders): Page[] {
  const organization = `/organization/${organizationId}`;
  const client = `${organization}/clients/${clientId}`;
  const ofMember = (name: string, path: string) => ({
    name: `page: ${name}`,
    path,
    cookie: member,
  });
  const ofOperator = (name: string, path: string) => {
    return { name: `page: ${name}`, path: `/platform${path}`, cookie: operator };
  };
  return [
    // These, and the overview of the installation, add up figures of all clients, companies, or organizations.
    { ...ofMember("overview of an organization", organization), mayGrow: true },
    { ...ofMember("a client", client), mayGrow: true },
    ofMember("clients", `${organization}/clients`),
    ofMember("members", `${organization}/members`),
    ofMember("audit log", `${organization}/audit`),
    { ...ofMember("companies of a client", `${client}/companies`), mayGrow: true },
    ofMember("requests of a client", `${client}/requests`),
    ofMember("requests of an organization", `${organization}/requests`),
    { ...ofOperator("overview of the installation", ""), mayGrow: true },
    ofOperator("companies", "/companies"),
    ofOperator("organizations", "/organizations"),
    ofOperator("people", "/people"),
    ofOperator("extensions", "/extensions"),
    ofOperator("deliveries", "/deliveries"),
    ofOperator("platform audit log", "/audit"),
  ];
}

async function nextCursor(origin: string, list: List): Promise<string> {
  const query: Record<string, string> = list.isNumbered ? { page_type: "cursor" } : {};
  const { next_id: cursor } = await firstPage(origin, list, query);
  if (!cursor) throw new Error(`${list.path} has no second page`);
  return encodeURIComponent(String(cursor));
}

async function firstPage(origin: string, { path, cookie }: List, query: Record<string, string>) {
  const answer = await fetch(`${origin}${path}?${new URLSearchParams(query)}`, {
    headers: { cookie },
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  const { page }: { page: Record<string, unknown> } = await answer.json();
  return page;
}
