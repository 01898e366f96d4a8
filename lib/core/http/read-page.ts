import type { ListPart, ListPosition } from "@/lib/core/db/list-sql";
import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import type { PageData, PaginationQuery, WalkPage } from "@/lib/core/schemas/page-schemas";

/** A list that is read page by page, by number or by cursor. */
export type PagedList<Row> = {
  /** Names the list, its owner and its order. A cursor works only for its own list. */
  name: string;
  positionOf: (row: Row) => ListPosition;
  /** `total` is the number of all matching rows; 0 if they are not counted. */
  read: (part: ListPart) => Promise<{ total: number; rows: Row[] }>;
};

/** Reads the page that a query asks for (platform spec 2.5; ADR 40). @throws ServiceError for a forged cursor */
export function readPage<Row>(
  list: PagedList<Row>,
  query: PaginationQuery,
): Promise<{ rows: Row[]; page: WalkPage }> {
  if (query.page_type === "number" && query.cursor !== undefined) {
    throw invalidFields([{ path: "cursor", message: "cannot be combined with page_type=number." }]);
  }
  const isWalk = query.page_type === "cursor" || query.cursor !== undefined;
  return (isWalk ? readByCursor : readByNumber)(list, query);
}

async function readByNumber<Row>({ read }: PagedList<Row>, query: PaginationQuery) {
  const { page_no: pageNo, page_size: limit } = query;
  const offset = (pageNo - 1) * limit;
  const { total, rows } = await read({ after: null, limit, offset, isCounted: true });
  return { rows, page: describePage(query, rows, total) };
}

async function readByCursor<Row>(
  { name, positionOf, read }: PagedList<Row>,
  query: PaginationQuery,
) {
  if (query.page_no !== 1) {
    const message = "cannot be combined with a cursor. Send only one of them.";
    throw invalidFields([{ path: "page_no", message }]);
  }
  const after = positionIn(readCursor({ list: name, first: "" }, query.cursor));
  const part = { after, limit: query.page_size + 1, offset: 0, isCounted: false };
  const { rows } = await read(part);
  return cursorPage(name, query.page_size, rows, (row) => keyOf(positionOf(row)));
}

// No id contains a space.
function keyOf({ id, value }: ListPosition): string {
  return `${id} ${value}`;
}

function positionIn(key: string): ListPosition | null {
  const separator = key.indexOf(" ");
  return key === "" ? null : { id: key.slice(0, separator), value: key.slice(separator + 1) };
}

/** The page data of a list (platform spec 2.5), with the items on this page and the total on all. */
export function describePage(
  { page_no, page_size }: { page_no: number; page_size: number },
  items: readonly unknown[],
  total: number,
): PageData {
  const hasNext = page_no * page_size < total;
  return {
    item_total: items.length,
    next_id: hasNext ? String(page_no + 1) : "",
    has_previous: page_no > 1,
    has_next: hasNext,
    current: page_no,
    type: "number",
    size: page_size,
    limit: page_size,
    total,
  };
}
