import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import {
  type CursorKey,
  type CursorList,
  cursorPage,
  readCursor,
} from "@/lib/core/http/cursor-page";
import type { CursorPage } from "@/lib/core/schemas/page-schemas";
import { type AuditedKind, recordStored, type StoredBy } from "@/lib/platform/record-stored";
import type { Stored } from "@/lib/platform/stored";

/** A kind of object in the Directory API, or the members or grants of one object. */
export type Resource<Row, Body> = {
  /** What a request reads for one that does not exist. */
  missing: string;
  /** The object in the format of the API. */
  serialize: (row: Row) => Body;
};

/** A resource that has a list, in the order of a unique key. */
export type ListedResource<Row, Body, Key extends CursorKey> = Resource<Row, Body> &
  CursorList<Key> & { keyOf: (row: Row) => Key };

/** One page of a list, and the query that asked for it. */
type PageOf<Body> = { items: Body[]; page: CursorPage };
type PageQuery = { limit: number; cursor?: string | undefined };

/** The response with an object. @throws ServiceError not_found if there is none */
export function bodyOf<Row, Body>(resource: Resource<Row, Body>, row: Row | null): { body: Body } {
  return { body: resource.serialize(found(resource, row)) };
}

/** An object that was looked up. @throws ServiceError not_found if there is none */
export function found<Row>({ missing }: Pick<Resource<Row, unknown>, "missing">, row: Row | null) {
  if (row === null) throw new ServiceError("not_found", missing);
  return row;
}

/**
 * A page of a resource.
 * @param read returns the rows after a key, one more than the limit if there are that many
 * @throws ServiceError invalid_request for a forged cursor
 */
export async function readList<Row, Body, Key extends CursorKey>(
  { list, first, keyOf, serialize }: ListedResource<Row, Body, Key>,
  { limit, cursor }: PageQuery,
  read: (after: Key) => Promise<Row[]>,
): Promise<PageOf<Body>> {
  const found = await read(readCursor({ list, first }, cursor));
  const { rows, page } = cursorPage(list, limit, found, keyOf);
  return { items: rows.map(serialize), page };
}

/**
 * Answers a PUT: stores an object and, in the same transaction, what the audit logs record of it.
 * @throws ServiceError precondition_failed for If-None-Match: * and an object that exists
 */
export async function putObject<Row, Body>(
  resource: Pick<Resource<Row, Body>, "serialize"> & AuditedKind<Row>,
  by: StoredBy,
  store: (tx: Database) => Promise<Stored<Row>>,
): Promise<{ isNew: boolean; body: Body }> {
  const { status, row } = await transaction(async (tx) => {
    const stored = await store(tx);
    await recordStored(tx, by, resource, stored);
    return stored;
  });
  return { isNew: status === "created", body: resource.serialize(row) };
}
