/** State of a list, as its address holds it: filters, and the cursor with which the page begins. */
export type ListState = Readonly<Record<string, string | undefined>>;

/** State of a list with numbered pages. */
export type NumberedState = Filters & { page: number };

/** Filters that are off are undefined or empty. */
type Filters = Readonly<Record<string, string | number | boolean | undefined>>;

/** Entries on a numbered page. */
export const LIST_PAGE_SIZE = 20;

/** The filters in use. The position of the page is not a filter. */
export function filtersOn({ cursor: _, page: __, ...filters }: Filters): [string, string][] {
  return Object.entries(filters).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
}

/** Address of the list at `path`; filters that are off and the first page are left out. */
export function stateHref(path: string, state: Filters): string {
  const { cursor, page = 1 } = state;
  const params = new URLSearchParams(filtersOn(state));
  if (cursor) params.set("cursor", String(cursor));
  if (String(page) !== "1") params.set("page", String(page));
  return params.size > 0 ? `${path}?${params}` : path;
}

/** The numbered state as the query of the API's list. */
export function toApiQuery<State extends { page: number }>({ page, ...filters }: State) {
  return { ...filters, page_no: page, page_size: LIST_PAGE_SIZE };
}
