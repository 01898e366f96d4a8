import { db } from "@/lib/kernel/db/client";
import { executeIn, queryIn } from "@/lib/kernel/db/query-in";
import type { EncryptedTable } from "@/lib/maintenance/keys/encrypted-tables";
import { numberValues } from "@/lib/maintenance/number-values";

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
  const parameters = key.map((_, index) => `:after${index}`).join(", ");
  const beyond = after ? `AND (${columns}) > (${parameters})` : "";
  return queryIn(
    db(),
    `SELECT ARRAY[${columns}]::text[] AS key, ${context} AS context,
       encryption_key_id AS "keyId", encrypted
     FROM ${table} WHERE encryption_key_id <> :keyId ${beyond} ORDER BY ${columns} LIMIT :limit`,
    { keyId, limit, ...numberValues("after", after ?? []) },
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
  const arrays = names.map((name) => `:${name}::text[]`).join(", ");
  const same = key.map((column, index) => `t.${column} = n.k${index}`).join(" AND ");
  return executeIn(
    db(),
    `UPDATE ${table} t SET encrypted = decode(n.sealed, 'base64'), encryption_key_id = :keyId
     FROM unnest(${arrays}, :old::text[], :sealed::text[]) AS n(${names.join(", ")}, old, sealed)
     WHERE ${same} AND t.encrypted = decode(n.old, 'base64')`,
    {
      keyId,
      ...numberValues(
        "k",
        key.map((_, index) => boxes.map(({ row }) => row.key[index] ?? "")),
      ),
      old: boxes.map(({ row }) => Buffer.from(row.encrypted).toString("base64")),
      sealed: boxes.map(({ sealed }) => Buffer.from(sealed).toString("base64")),
    },
  );
}

/** The number of rows not encrypted under `keyId`. */
export async function countRowsNotUnder({ table }: EncryptedTable, keyId: string): Promise<number> {
  const [row] = await queryIn<{ rows: number }>(
    db(),
    `SELECT count(*)::int AS rows FROM ${table} WHERE encryption_key_id <> :keyId`,
    { keyId },
  );
  return row?.rows ?? 0;
}

/** The keys that rows of a table still need, with the number of rows. */
export function countNeededKeys({
  table,
  needed,
}: EncryptedTable): Promise<{ keyId: string; rows: number }[]> {
  return queryIn(
    db(),
    `SELECT encryption_key_id AS "keyId", count(*)::int AS rows FROM ${table}
     WHERE encryption_key_id IS NOT NULL AND ${needed} GROUP BY 1 ORDER BY 1`,
    {},
  );
}
