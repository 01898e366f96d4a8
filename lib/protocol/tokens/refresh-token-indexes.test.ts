import { expect, it } from "vitest";
import { pool } from "@/lib/core/db/pool";

it("using a refresh token changes no indexed column, so no index is written", async () => {
  const { rows } = await pool().query<{ column: string }>(
    `SELECT DISTINCT attname AS column FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
     WHERE indrelid = 'refresh_tokens'::regclass ORDER BY attname`,
  );
  expect(rows.map(({ column }) => column)).toEqual(["family_id", "grant_id", "token_hash"]);
});
