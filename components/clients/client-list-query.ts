export type ClientStatus = "all" | "active" | "inactive";
export type ClientSort = "name" | "-name" | "created_at" | "-created_at";

/** State of the client list; all of it is in the URL. */
export interface ClientListQuery {
  q: string;
  status: ClientStatus;
  sort: ClientSort;
  page: number;
}

const DEFAULTS: ClientListQuery = { q: "", status: "all", sort: "-created_at", page: 1 };
const STATUSES: readonly string[] = ["all", "active", "inactive"] satisfies ClientStatus[];
const SORTS: readonly string[] = [
  "name",
  "-name",
  "created_at",
  "-created_at",
] satisfies ClientSort[];

type SearchParams = Record<string, string | string[] | undefined>;

/** Reads the state from a page's search parameters; whatever cannot be read is the default. */
export function parseClientListQuery(params: SearchParams): ClientListQuery {
  const status = single(params.status);
  const sort = single(params.sort);
  const page = Number(single(params.page));
  return {
    q: single(params.q).trim().slice(0, 200),
    status: isStatus(status) ? status : DEFAULTS.status,
    sort: isSort(sort) ? sort : DEFAULTS.sort,
    page: Number.isInteger(page) && page >= 1 ? page : DEFAULTS.page,
  };
}

/** Address of the list at `path` in a state; what equals the default is left out. */
export function clientListHref(path: string, query: ClientListQuery): string {
  const params = new URLSearchParams();
  if (query.q) params.set("q", query.q);
  if (query.status !== DEFAULTS.status) params.set("status", query.status);
  if (query.sort !== DEFAULTS.sort) params.set("sort", query.sort);
  if (query.page !== DEFAULTS.page) params.set("page", String(query.page));
  return params.size > 0 ? `${path}?${params}` : path;
}

/** Whether the query leaves anything out, so that an empty list means "no match". */
export function isFiltered(query: ClientListQuery): boolean {
  return query.q !== "" || query.status !== "all";
}

function single(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

function isStatus(text: string): text is ClientStatus {
  return STATUSES.includes(text);
}

function isSort(text: string): text is ClientSort {
  return SORTS.includes(text);
}
