import { clientStatuses } from "@/lib/clients/field-values";
import type { ListClientsQuery } from "@/lib/clients/query-schemas";
import { LIST_PAGE_SIZE } from "../list/list-query";

/** The clients with one status, or all of them. */
export const statusFilters = ["all", ...clientStatuses] as const;

/** Sets of clients that people look for again and again. */
export const clientViews = ["never_used", "localhost", "deleted"] as const;
export type ClientView = (typeof clientViews)[number];

/** State of the client list, all of which is in the URL. */
export interface ClientListQuery {
  view: ClientView | undefined;
  /** Empty for no search. */
  q: string;
  status: (typeof statusFilters)[number];
  type: ListClientsQuery["client_type"];
  tag: string | undefined;
  sort: ListClientsQuery["sort"];
  page: number;
}

/** The list at an address without a query. */
export const ALL_CLIENTS: ClientListQuery = {
  view: undefined,
  q: "",
  status: "all",
  type: undefined,
  tag: undefined,
  sort: "-created_at",
  page: 1,
};

/** Address of the list at `path`; defaults are left out. */
export function clientListHref(path: string, query: ClientListQuery): string {
  const params = new URLSearchParams();
  if (query.view) params.set("view", query.view);
  if (query.q) params.set("q", query.q);
  if (query.status !== "all") params.set("status", query.status);
  if (query.type) params.set("type", query.type);
  if (query.tag) params.set("tag", query.tag);
  if (query.sort !== ALL_CLIENTS.sort) params.set("sort", query.sort);
  if (query.page !== 1) params.set("page", String(query.page));
  return params.size > 0 ? `${path}?${params}` : path;
}

/** Whether filters are on, so that an empty list means "no match". */
export function isFiltered({ q, status, type, tag }: ClientListQuery): boolean {
  return q !== "" || status !== "all" || type !== undefined || tag !== undefined;
}

/** The state as the query of the API's list. */
export function toApiQuery(query: ClientListQuery): ListClientsQuery {
  return {
    page_no: query.page,
    page_size: LIST_PAGE_SIZE,
    status: query.status === "all" ? undefined : query.status,
    q: query.q || undefined,
    tag: query.tag,
    client_type: query.type,
    never_used: query.view === "never_used",
    loopback_redirect: query.view === "localhost",
    deleted: query.view === "deleted",
    sort: query.sort,
  };
}
