import { type RowOf, sql } from "@/lib/core/db/sql";

/** A table with the columns `encrypted` and `encryption_key_id`. */
type EncryptedTable = {
  table: string;
  /** What its rows are, in the plural, for messages. */
  rows: string;
  /** Columns of its primary key, all text. */
  key: readonly [string, ...string[]];
  /** SQL for the context of the box, exactly as the code that encrypts and decrypts it builds it. */
  context: string;
  /** SQL for the rows without which something would stop working. */
  needed: string;
};

/** Everything stored encrypted. A test compares it with the database's columns. */
export const encryptedTables: readonly EncryptedTable[] = [
  {
    table: "client_secrets",
    rows: "client secrets",
    key: ["id"],
    context: "client_id",
    needed: "revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())",
  },
  {
    table: "second_factors",
    rows: "second factors",
    key: ["user_id"],
    context: "'second-factor:' || user_id",
    needed: "true",
  },
  {
    table: "provider_sessions",
    rows: "ID tokens of the sign-in provider",
    key: ["id"],
    context: "'id-token:' || id",
    // Without it, signing out at the provider asks the person there.
    needed: "false",
  },
  {
    table: "idempotent_requests",
    rows: "kept answers",
    key: ["organization_id", "actor", "key"],
    context: "organization_id || ' ' || actor || ' ' || key",
    needed: "expires_at > now()",
  },
  {
    table: "receipt_keys",
    rows: "receipt keys",
    key: ["key_id"],
    context: "'receipt-key:' || key_id",
    needed: "retired_at IS NULL",
  },
];

/** An encrypted row: its primary key, context and box. */
export type EncryptedRow = RowOf<typeof ENCRYPTED_ROW>;

const ENCRYPTED_ROW = {
  key: "text[]",
  context: "text",
  keyId: "text!",
  encrypted: "bytea!",
} as const;

/** An encrypted row with which a key is tried. */
export type Sample = Omit<EncryptedRow, "key">;

/** A key that rows of a table need, with some of them. */
type NeededKey = { keyId: string; rows: number; samples: Sample[] };

/** How many rows of a table are tried with a key: a single damaged one proves nothing. */
const SAMPLES = 5;

const EACH_TIME = { plan: "each time" } as const;

/** An encrypted table with its statements. */
export type DeclaredTable = EncryptedTable & ReturnType<typeof declare>;

export const declaredTables: readonly DeclaredTable[] = encryptedTables.map((table) => ({
  ...table,
  ...declare(table),
}));

function declare({ table, key, context, needed }: EncryptedTable) {
  const name = table.replaceAll("_", "-");
  const columns = key.join(", ");
  const after = key.map((_, index) => `:after${index}`).join(", ");
  const parts = key.map((_, index) => `k${index}`);
  const arrays = parts.map((part) => `:${part}::text[]`).join(", ");
  const sameKey = key.map((column, index) => `t.${column} = n.k${index}`).join(" AND ");
  return {
    list: sql<Record<string, unknown>, EncryptedRow>(
      `list-${name}-under-other-keys`,
      ENCRYPTED_ROW,
      `SELECT ARRAY[${columns}]::text[] AS key, ${context} AS context,
         encryption_key_id AS "keyId", encrypted
       FROM ${table} WHERE encryption_key_id <> :keyId AND (${columns}) > (${after})
       ORDER BY ${columns} LIMIT :limit`,
      EACH_TIME,
    ),
    replace: sql<Record<string, unknown>, { keyId: string }>(
      `replace-boxes-of-${name}`,
      { keyId: "text!" },
      `UPDATE ${table} t SET encrypted = decode(n.sealed, 'base64'), encryption_key_id = :keyId
       FROM unnest(${arrays}, :old::text[], :sealed::text[]) AS n(${parts.join(", ")}, old, sealed)
       WHERE ${sameKey} AND t.encrypted = decode(n.old, 'base64')
       RETURNING t.encryption_key_id AS "keyId"`,
      EACH_TIME,
    ),
    count: sql<{ keyId: string }, { rows: number }>(
      `count-${name}-under-other-keys`,
      { rows: "int4" },
      `SELECT count(*)::int AS rows FROM ${table} WHERE encryption_key_id <> :keyId`,
      EACH_TIME,
    ),
    listNeeded: sql<{ limit: number }, Sample & { rows: number }>(
      `list-needed-keys-of-${name}`,
      { keyId: "text!", rows: "int4", context: "text", encrypted: "bytea!" },
      `SELECT n.key_id AS "keyId", n.rows, s.context, s.encrypted
       FROM (SELECT encryption_key_id AS key_id, count(*)::int AS rows FROM ${table}
         WHERE encryption_key_id IS NOT NULL AND ${needed} GROUP BY 1) n
       CROSS JOIN LATERAL (SELECT ${context} AS context, encrypted FROM ${table}
         WHERE encryption_key_id = n.key_id AND ${needed} LIMIT :limit) s
       ORDER BY 1`,
      EACH_TIME,
    ),
  };
}

/** The next rows, by primary key, that are not encrypted under `keyId`. @param after key of the last; null to begin */
export function listRowsNotUnder(
  { key, list }: DeclaredTable,
  { keyId, after, limit }: { keyId: string; after: readonly string[] | null; limit: number },
): Promise<EncryptedRow[]> {
  // No primary key begins with an empty text, so all of them come after it.
  return list({ keyId, limit, ...numberValues("after", after ?? key.map(() => "")) });
}

/** Replaces boxes, except in rows that were changed or deleted meanwhile. @returns how many were replaced */
export async function replaceBoxes(
  { key, replace }: DeclaredTable,
  keyId: string,
  boxes: readonly { row: EncryptedRow; sealed: Uint8Array }[],
): Promise<number> {
  const keys = key.map((_, index) => boxes.map(({ row }) => row.key[index] ?? ""));
  const replaced = await replace({
    keyId,
    ...numberValues("k", keys),
    old: boxes.map(({ row }) => Buffer.from(row.encrypted).toString("base64")),
    sealed: boxes.map(({ sealed }) => Buffer.from(sealed).toString("base64")),
  });
  return replaced.length;
}

/** The number of rows not encrypted under `keyId`. */
export async function countRowsNotUnder({ count }: DeclaredTable, keyId: string): Promise<number> {
  const [row] = await count({ keyId });
  return row?.rows ?? 0;
}

/** The keys that rows of a table still need, with the number of rows. */
export async function listNeededKeys({ listNeeded }: DeclaredTable): Promise<NeededKey[]> {
  const keys = new Map<string, NeededKey>();
  for (const { rows, ...sample } of await listNeeded({ limit: SAMPLES })) {
    const { keyId } = sample;
    const { samples = [] } = keys.get(keyId) ?? {};
    keys.set(keyId, { keyId, rows, samples: [...samples, sample] });
  }
  return [...keys.values()];
}

/** Values for parameters that differ only in their number. @returns `{ after0: …, after1: … }` for the name `after` */
function numberValues(name: string, values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(values.map((value, index) => [`${name}${index}`, value]));
}
