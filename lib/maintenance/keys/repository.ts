import { db } from "@/lib/kernel/db/client";
import type { EncryptedTable } from "@/lib/maintenance/keys/encrypted-tables";

/** An encrypted row: its primary key, context and box. */
export type EncryptedRow = {
  key: string[];
  context: string;
  keyId: string;
  encrypted: Uint8Array;
};

/**
 * The next rows, by primary key, that are not encrypted under `keyId`.
 * @param after primary key of the last row seen; null to begin
 */
export function listRowsNotUnder(
  { table, key, context }: EncryptedTable,
  { keyId, after, limit }: { keyId: string; after: readonly string[] | null; limit: number },
): Promise<EncryptedRow[]> {
  const columns = key.join(", ");
  const parameters = key.map((_, index) => `$${index + 3}`).join(", ");
  const beyond = after ? `AND (${columns}) > (${parameters})` : "";
  return db().$queryRawUnsafe(
    `SELECT ARRAY[${columns}]::text[] AS key, ${context} AS context,
       encryption_key_id AS "keyId", encrypted
     FROM ${table} WHERE encryption_key_id <> $1 ${beyond} ORDER BY ${columns} LIMIT $2`,
    keyId,
    limit,
    ...(after ?? []),
  );
}

/**
 * Replaces boxes in one statement. Rows changed or deleted meanwhile are left alone.
 * @returns how many were replaced
 */
export function replaceBoxes(
  { table, key }: EncryptedTable,
  keyId: string,
  boxes: readonly { row: EncryptedRow; sealed: Uint8Array }[],
): Promise<number> {
  const names = key.map((_, index) => `k${index}`);
  const arrays = [...key, "old", "new"].map((_, index) => `$${index + 2}::text[]`).join(", ");
  const same = key.map((column, index) => `t.${column} = n.k${index}`).join(" AND ");
  return db().$executeRawUnsafe(
    `UPDATE ${table} t SET encrypted = decode(n.sealed, 'base64'), encryption_key_id = $1
     FROM unnest(${arrays}) AS n(${names.join(", ")}, old, sealed)
     WHERE ${same} AND t.encrypted = decode(n.old, 'base64')`,
    keyId,
    ...key.map((_, index) => boxes.map(({ row }) => row.key[index] ?? "")),
    boxes.map(({ row }) => Buffer.from(row.encrypted).toString("base64")),
    boxes.map(({ sealed }) => Buffer.from(sealed).toString("base64")),
  );
}

/** The number of rows not encrypted under `keyId`. */
export async function countRowsNotUnder({ table }: EncryptedTable, keyId: string): Promise<number> {
  const [row] = await db().$queryRawUnsafe<{ rows: number }[]>(
    `SELECT count(*)::int AS rows FROM ${table} WHERE encryption_key_id <> $1`,
    keyId,
  );
  return row?.rows ?? 0;
}

/** The keys that rows of a table still need, with the number of rows. */
export function countNeededKeys({
  table,
  needed,
}: EncryptedTable): Promise<{ keyId: string; rows: number }[]> {
  return db().$queryRawUnsafe(
    `SELECT encryption_key_id AS "keyId", count(*)::int AS rows FROM ${table}
     WHERE encryption_key_id IS NOT NULL AND ${needed} GROUP BY 1 ORDER BY 1`,
  );
}
