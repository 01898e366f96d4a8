import type { ListClientsQuery } from "@/lib/clients/query-schemas";
import type { ClientRow } from "@/lib/clients/repository";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";
import type { CursorPage } from "@/lib/kernel/schemas/cursor-schemas";

/** Where a page begins: after the client with this id and this time or name. */
export type ListPosition = { afterId: string; afterValue: string };

type Walk = { organizationId: string; query: ListClientsQuery };

/**
 * Where the page of a cursor begins; null for the first page.
 * @throws ServiceError invalid_request for a cursor that this organization's list did not return in this order
 */
export function positionOf(walk: Walk): ListPosition | null {
  const key = readCursor<string>(listOf(walk), walk.query.cursor, "");
  const separator = key.indexOf(" ");
  return key === ""
    ? null
    : { afterId: key.slice(0, separator), afterValue: key.slice(separator + 1) };
}

/** @param rows one more than the page size, if there are that many */
export function pageAfterCursor(
  walk: Walk,
  rows: readonly ClientRow[],
): { rows: ClientRow[]; page: CursorPage } {
  const { sort, page_size: size } = walk.query;
  return cursorPage(listOf(walk), size, rows, ({ clientId, createdAt, name }) =>
    [clientId, sort.endsWith("name") ? name : createdAt.toISOString()].join(" "),
  );
}

const listOf = ({ organizationId, query }: Walk) => `clients:${organizationId}:${query.sort}`;
