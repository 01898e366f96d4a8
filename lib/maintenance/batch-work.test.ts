import { beforeAll, expect, it } from "vitest";
import { mintCode } from "@/e2e/support/mint-code";
import { type Installation, mintInstallation } from "@/e2e/support/mint-installation";
import { mintRefreshToken } from "@/e2e/support/mint-tokens";
import { takeOwnDatabase } from "@/e2e/support/own-database";
import { asOwner } from "@/e2e/support/owner-database";
import { withOwnConnection } from "@/lib/db/own-connection";
import { pool } from "@/lib/db/pool";
import { BATCH_ROWS, batchStatement, deleteBatch, type Place } from "@/lib/maintenance/repository";
import { type CleanUpRule, cleanUpRules } from "@/lib/maintenance/rules";

takeOwnDatabase();

const CODES = 200_000;
/** Pages of 8 KB: for a row that is looked at, its own, three of indexes and those of two look-ups. */
const MOST_PAGES = BATCH_ROWS * 20;

let installation: Installation;

/** Copies a row into `count` others under made-up hashes. */
async function multiply(table: string, hashes: readonly string[], count: number): Promise<void> {
  await asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
      [table],
    );
    const columns = rows.map(({ name }) => `"${name}"`);
    const values = rows.map(({ name }) =>
      hashes.includes(name) ? "sha256(n::text::bytea)" : `t."${name}"`,
    );
    await owner.query(
      `INSERT INTO ${table} (${columns}) SELECT ${values}
         FROM (SELECT * FROM ${table} LIMIT 1) t, generate_series(1, ${count}) AS n`,
    );
    await owner.query(`ANALYZE ${table}`);
  });
}

beforeAll(async () => {
  installation = await mintInstallation();
  const over = new Date(Date.now() - 60 * 86_400_000);
  await mintCode(installation, { expiresAt: over, secondUseExpiresAt: over });
  await mintRefreshToken(installation, {});
  // Of the codes, half are kept for the tokens that came of them: those looked at first.
  await multiply("authorization_codes", ["code_hash"], CODES);
  await multiply("refresh_tokens", ["token_hash", "code_hash"], CODES / 2);
}, 120_000);

const codes = () => {
  const rule = cleanUpRules.find(({ table }) => table === "authorization_codes");
  if (!rule) throw new Error("authorization codes are not cleaned up");
  return rule;
};

/** Pages that the statement of a batch touches; what it does is rolled back. */
async function pagesOf(rule: CleanUpRule, after?: Place): Promise<number> {
  const client = await pool().connect();
  try {
    const { text, values } = batchStatement(rule, 90, after);
    await client.query("BEGIN");
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    const plan = rows[0]["QUERY PLAN"][0].Plan;
    return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

it.each([
  ["at the start, where all are kept", 0],
  ["half-way", 0.5],
  ["near the end", 0.95],
])("a batch of codes touches a bounded number of pages: %s", async (_, share) => {
  const rule = codes();
  const { rows } = await pool().query<Place>(
    `SELECT ${rule.column}::text AS value, ctid::text AS row FROM ${rule.table}
      ORDER BY ${rule.column}, ctid OFFSET $1 LIMIT 1`,
    [Math.floor(CODES * share)],
  );
  expect(await pagesOf(rule, share === 0 ? undefined : rows[0])).toBeLessThan(MOST_PAGES);
});

it("a batch in which all is kept leads to the next, which goes on after it", async () => {
  await withOwnConnection("batch-work-test", 60_000, async (client) => {
    const first = await deleteBatch(client, codes(), 90);
    expect(first.deleted).toBeLessThanOrEqual(1);
    const second = await deleteBatch(client, codes(), 90, first.next);
    expect(second.next).not.toEqual(first.next);
  });
});

it.each(cleanUpRules.map((rule) => [`${rule.table} by ${rule.column}`, rule] as const))(
  "every walk has an index to go by: %s",
  async (_, rule) => {
    const client = await pool().connect();
    try {
      // Tables are empty here: without this, reading them whole would be the cheaper way.
      await client.query(
        "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off",
      );
      const after = { value: example(rule), row: "(0,1)" };
      for (const place of [undefined, after]) {
        const { text, values } = batchStatement(rule, 90, place);
        const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
        const plan = JSON.stringify(rows[0]["QUERY PLAN"]);
        expect(plan).not.toContain("Seq Scan");
        expect(plan).toMatch(new RegExp(`"Index Cond":"[^"]*${rule.column}|Index (Only )?Scan`));
      }
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  },
);

function example({ type }: CleanUpRule): string {
  return { timestamptz: "2026-01-01", text: "a", bytea: "\\x00", bigint: "1" }[type];
}
