import { ServiceError } from "@/lib/core/errors";
import {
  type CursorKey,
  type CursorList,
  cursorPage,
  readCursor,
} from "@/lib/core/http/cursor-page";
import type { CursorPage } from "@/lib/core/schemas/page-schemas";

/** The row of an object. @throws ServiceError not_found if it does not exist */
export function requireRow<Row>({ missing }: { missing: string }, row: Row | null): Row {
  if (row === null) throw new ServiceError("not_found", missing);
  return row;
}

/** A list, in the order of a unique key. */
type List<Row, Body, Key extends CursorKey> = CursorList<Key> & {
  keyOf: (row: Row) => Key;
  serialize: (row: Row) => Body;
};

/** The query that asked for a page. */
type PageQuery = { limit: number; cursor?: string | undefined };

/**
 * A page of a list.
 * @param read returns the rows after a key, one more than the limit if there are that many
 * @throws ServiceError invalid_request for a forged cursor
 */
export async function readList<Row, Body, Key extends CursorKey>(
  { list, first, keyOf, serialize }: List<Row, Body, Key>,
  { limit, cursor }: PageQuery,
  read: (after: Key) => Promise<Row[]>,
): Promise<{ items: Body[]; page: CursorPage }> {
  const rowsAfter = await read(readCursor({ list, first }, cursor));
  const { rows, page } = cursorPage(list, limit, rowsAfter, keyOf);
  return { items: rows.map(serialize), page };
}
