import { z } from "zod";
import { isSignature, signText } from "@/lib/core/crypto/sign-text";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import type { CursorPage } from "@/lib/core/schemas/page-schemas";

const MAC_LENGTH = 22;
const keySchema = z.union([z.string(), z.number()]);

/** What orders a list: the unique id of an item. */
export type CursorKey = z.output<typeof keySchema>;

/** A list with cursors. */
export type CursorList<Key extends CursorKey> = {
  /** Its cursors work for no list of another name. */
  list: string;
  /** The key before all others. */
  first: Key;
};

/** The key in a cursor. @throws ServiceError invalid_request for a cursor that this list did not return */
export function readCursor<Key extends CursorKey>(
  list: CursorList<Key>,
  cursor: string | undefined,
): Key {
  if (cursor === undefined) return list.first;
  const key = findKey(list, cursor);
  if (key !== null) return key;
  const message = "is not a cursor of this list. Send page.next_id of a page as you received it.";
  throw invalidFields([{ path: "cursor", message }]);
}

/** Whether a text is a cursor that a list returned. */
export function isCursorOf(list: CursorList<CursorKey>, text: string): boolean {
  return findKey(list, text) !== null;
}

function findKey<Key extends CursorKey>(list: CursorList<Key>, cursor: string): Key | null {
  const [encoded = "", mac = "", ...rest] = cursor.split(".");
  const isOurs = rest.length === 0 && isSignature(mac, textOf(list.list, encoded), MAC_LENGTH);
  if (!isOurs) return null;
  const key = keySchema.parse(JSON.parse(Buffer.from(encoded, "base64url").toString()));
  return isLike(key, list.first) ? key : null;
}

/** A page of a list that is ordered by `keyOf`. @param rows one more than the limit, if there are that many */
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
