import { z } from "zod";
import { isSignature, signText } from "@/lib/core/crypto/sign-text";
import type { ServiceError } from "@/lib/core/errors";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import type { CursorPage } from "@/lib/core/schemas/page-schemas";

const MAC_LENGTH = 22;
const keySchema = z.union([z.string(), z.number()]);

/** What orders a list: the unique id of an item. */
export type CursorKey = z.output<typeof keySchema>;

/**
 * The id of the last item of the previous page, from the cursor that named it.
 * @param list the list's name; a cursor works only for its own
 * @param first the id before all others, for the first page
 * @throws ServiceError invalid_request for a cursor that this list did not return
 */
export function readCursor<Key extends CursorKey>(
  list: string,
  cursor: string | undefined,
  first: Key,
): Key {
  if (cursor === undefined) return first;
  const [encoded = "", mac = "", ...rest] = cursor.split(".");
  const isOurs = rest.length === 0 && isSignature(mac, textOf(list, encoded), MAC_LENGTH);
  if (!isOurs) throw forged();
  const key = keySchema.parse(JSON.parse(Buffer.from(encoded, "base64url").toString()));
  if (!isLike(key, first)) throw forged();
  return key;
}

/**
 * A page of a list.
 * @param rows one more than the limit, if there are that many
 * @param keyOf the id by which the list is ordered
 */
export function cursorPage<Row>(
  list: string,
  limit: number,
  rows: readonly Row[],
  keyOf: (row: Row) => CursorKey,
): { rows: Row[]; page: CursorPage } {
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  const hasNext = rows.length > limit && last !== undefined;
  const next = hasNext ? cursorAfter(list, keyOf(last)) : "";
  return {
    rows: pageRows,
    page: { type: "cursor", next_id: next, has_next: hasNext, size: limit },
  };
}

/** The cursor of the page after an item; {@link readCursor} reads it. */
export function cursorAfter(list: string, key: CursorKey): string {
  const encoded = Buffer.from(JSON.stringify(key)).toString("base64url");
  return `${encoded}.${signText(textOf(list, encoded)).slice(0, MAC_LENGTH)}`;
}

function textOf(list: string, encoded: string): string {
  return `cursor:${list}:${encoded}`;
}

function isLike<Key extends CursorKey>(key: CursorKey, first: Key): key is Key {
  return typeof key === typeof first;
}

function forged(): ServiceError {
  const message = "is not a cursor of this list. Send page.next_id of a page as you received it.";
  return invalidFields([{ path: "cursor", message }]);
}
