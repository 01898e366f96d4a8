/** State of a list, as its address holds it: the page, and filters that are undefined when off. */
export interface ListQuery {
  page: number;
  [filter: string]: string | number | boolean | undefined;
}

/** Entries on a page of a list. */
export const LIST_PAGE_SIZE = 20;

/** The filters that are on, as names and values for addresses and forms. */
export function filtersOf({ page: _, ...filters }: Partial<ListQuery>): [string, string][] {
  return Object.entries(filters).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
}

/** Address of the list at `path`; filters that are off and the first page are left out. */
export function listHref<Query extends ListQuery>(path: string, query: Partial<Query>): string {
  const params = new URLSearchParams(filtersOf(query));
  if (query.page && query.page !== 1) params.set("page", String(query.page));
  return params.size > 0 ? `${path}?${params}` : path;
}

/** What {@link FilteredList} needs to know about the state of the list at `path`. */
export function pagingOf<Query extends ListQuery>(path: string, query: Query) {
  return {
    isFiltered: filtersOf(query).length > 0,
    page: query.page,
    pageSize: LIST_PAGE_SIZE,
    hrefOf: (page: number) => listHref(path, { ...query, page }),
  };
}

/** The state as the query of the API's list. */
export function toApiQuery<Query extends { page: number }>({ page, ...filters }: Query) {
  return { ...filters, page_no: page, page_size: LIST_PAGE_SIZE };
}
