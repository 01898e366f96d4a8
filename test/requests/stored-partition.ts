import { pool } from "@/lib/core/db/pool";
import { storedHash } from "@/test/factories/mint-code";

const DAY_MS = 86_400_000;

const HASHES = { access_tokens: "token_hash", authorization_codes: "code_hash" };

/** The partition of a table for a day (UTC, in days since 1970). */
export function partitionName(table: keyof typeof HASHES, day: number): string {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return `${table}_${date.replaceAll("-", "")}`;
}

/** The partition in which a token or code is stored; undefined if it is not. */
export async function storedPartition(
  table: keyof typeof HASHES,
  token: string,
): Promise<string | undefined> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT tableoid::regclass::text AS name FROM ${table} WHERE ${HASHES[table]} = $1`,
    [storedHash(token)],
  );
  return rows[0]?.name;
}
