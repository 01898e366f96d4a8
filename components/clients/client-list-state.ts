import { LIST_PAGE_SIZE, type ListState } from "../list/list-state";

/** Sets of clients that people look for again and again. */
export const clientViews = ["never_used", "localhost", "deleted"] as const;
export type ClientView = (typeof clientViews)[number];

/** What the state of the list holds besides filters. */
export const NO_FILTERS = ["view", "sort"];

/** The view of the list; undefined for all clients. */
export function viewOf({ view }: ListState): ClientView | undefined {
  return clientViews.find((each) => each === view);
}

/** The state of the list as the query of the API's. */
export function toApiQuery({ page, type, view, ...filters }: ListState) {
  return {
    ...filters,
    client_type: type,
    never_used: view === "never_used" ? "true" : undefined,
    loopback_redirect: view === "localhost" ? "true" : undefined,
    deleted: view === "deleted" ? "true" : undefined,
    page_no: page,
    page_size: String(LIST_PAGE_SIZE),
  };
}
