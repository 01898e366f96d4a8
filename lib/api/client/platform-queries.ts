import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client/call";
import type { CursorPage, WalkPage } from "@/lib/core/schemas/page-schemas";

/** State of a list with a cursor, as it is in the URL of its page. */
type ListState = Readonly<Record<string, string | undefined>>;

/** Without a page object, it is the whole list. */
type Page<Row> = { items: readonly Row[]; page?: CursorPage | WalkPage };

/** A query for a page of a list. */
export interface ListQuery<Row> {
  /** Its first two parts name the list, all pages of which are outdated once something in it has changed. */
  queryKey: readonly [list: string, of: string, page: object];
  queryFn: (context: { signal: AbortSignal }) => Promise<Page<Row>>;
  /** The current page stays until the next one has loaded. */
  placeholderData: typeof keepPreviousData;
}

type ListRequest = { params: Record<string, string>; query: ListState; signal: AbortSignal };

/** The key under which a page of a list of operators is stored. */
export const listKey = (name: string, state: ListState) => ["platform", name, state] as const;

function listQuery<Row>(name: string, read: (sent: ListRequest) => Promise<Page<Row>>) {
  return (state: ListState): ListQuery<Row> => ({
    queryKey: listKey(name, state),
    queryFn: ({ signal }) => read({ params: {}, query: state, signal }),
    placeholderData: keepPreviousData,
  });
}

export const serviceKeysQuery = () =>
  listQuery("service-keys", ({ signal }) => call("listServiceKeys", { params: {}, signal }))({});

export const companiesQuery = listQuery("companies", (sent) =>
  call("listDirectoryCompanies", sent),
);

export const peopleQuery = listQuery("people", (sent) => call("listDirectoryUsers", sent));

export const organizationsQuery = listQuery("organizations", (sent) =>
  call("listDirectoryOrganizations", sent),
);

export const extensionsQuery = listQuery("extensions", (sent) =>
  call("listDirectoryClients", sent),
);

/** Scopes on one page, so that those of one object are together. */
export const SCOPES_ON_A_PAGE = 200;

export const scopesQuery = listQuery("scopes", (sent) =>
  call("listDirectoryScopes", {
    ...sent,
    query: { limit: String(SCOPES_ON_A_PAGE), ...sent.query },
  }),
);

/** Extensions whose publishers asked to have them listed. */
export const OPEN_LISTINGS = { requested: "true", limit: "200" };

export function openListingsQuery() {
  return queryOptions({
    queryKey: ["platform", "reviews", "listings"],
    queryFn: ({ signal }) =>
      call("listDirectoryClients", { params: {}, query: OPEN_LISTINGS, signal }),
  });
}

/** Restricted scopes that wait for a decision. */
export const OPEN_APPROVALS = { status: "open", limit: "200" };

export function openApprovalsQuery() {
  return queryOptions({
    queryKey: ["platform", "reviews", "scopes"],
    queryFn: ({ signal }) =>
      call("listScopeApprovals", { params: {}, query: OPEN_APPROVALS, signal }),
  });
}

/** A page of calls to extensions that have not succeeded. */
export const deliveriesQuery = listQuery("deliveries", (sent) => call("listDeliveries", sent));
