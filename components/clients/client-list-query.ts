import { clientStatuses } from "@/lib/clients/field-values";
import type { ListClientsQuery } from "@/lib/clients/query-schemas";
import { LIST_PAGE_SIZE, type NumberedState, stateHref } from "../list/list-state";

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

/** The state for addresses: defaults are left out. */
export function clientListState(query: ClientListQuery): NumberedState {
  const { status, sort } = query;
  return {
    ...query,
    status: status === "all" ? undefined : status,
    sort: sort === ALL_CLIENTS.sort ? undefined : sort,
  };
}

/** Address of the list at `path`. */
export function clientListHref(path: string, query: ClientListQuery): string {
  return stateHref(path, clientListState(query));
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
