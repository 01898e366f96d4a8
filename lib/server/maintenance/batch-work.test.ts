import { beforeAll, expect, it } from "vitest";
import { pool, withOwnConnection } from "@/lib/core/db/pool";
import { declaredStatements, valuesInOrder } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";
import {
  BATCH_PAGES,
  batchName,
  batchValues,
  type CleanUpRule,
  cleanUpRules,
  deleteBatch,
} from "@/lib/server/maintenance/rules";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";

takeOwnDatabase();

const ROWS = 200_000;
/** The limit for any step of a plan. A page has 70 of these rows, of which a batch reads each once. */
const MAX_ROWS = BATCH_PAGES * 100;

beforeAll(async () => {
  // Half of the counters have run out.
  await asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO failed_attempts (key, points, expire)
       SELECT encode(sha256(n::text::bytea), 'hex'), 1, CASE WHEN n % 2 = 0 THEN 1 ELSE 4102444800000 END
       FROM generate_series(1, ${ROWS}) AS n`,
    );
    await owner.query("ANALYZE failed_attempts");
  });
}, 120_000);

const attempts = () => {
  const rule = cleanUpRules.find(({ table }) => table === "failed_attempts");
  if (!rule) throw new Error("failed attempts are not cleaned up");
  return rule;
};

/** The statement of a batch, as it is sent. */
function statementOf(rule: CleanUpRule, page: number): { text: string; values: unknown[] } {
  const declared = declaredStatements().get(batchName(rule));
  if (!declared) throw new Error(`${batchName(rule)} is not declared`);
  const { text, parameters } = declared;
  return { text, values: valuesInOrder(parameters, batchValues(env().retention, page)) };
}

type PlanNode = { "Actual Rows": number; "Actual Loops": number; Plans?: PlanNode[] };

/**
 * The highest number of rows that any step of a batch's statement yields; the batch is rolled back.
 */
async function mostRows(rule: CleanUpRule, page: number): Promise<number> {
  const client = await pool().connect();
  try {
    const { text, values } = statementOf(rule, page);
    await client.query("BEGIN");
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    const most = (node: PlanNode): number =>
      Math.max(node["Actual Rows"] * node["Actual Loops"], ...(node.Plans ?? []).map(most));
    return most(rows[0]["QUERY PLAN"][0].Plan);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

it.each([
  ["at the start", 0],
  ["half-way", 0.5],
  ["near the end", 0.95],
])("a batch of counters examines a bounded number of rows: %s", async (_, share) => {
  const { rows } = await pool().query<{ pages: number }>(
    "SELECT relpages AS pages FROM pg_class WHERE relname = 'failed_attempts'",
  );
  const page = Math.floor((rows[0]?.pages ?? 0) * share);
  expect(await mostRows(attempts(), page)).toBeLessThanOrEqual(MAX_ROWS);
});

it("a batch deletes expired rows, keeps the others, and returns where to continue", async () => {
  await withOwnConnection("batch-work-test", 60_000, async (client) => {
    const first = await deleteBatch(client, attempts(), env().retention);
    const second = await deleteBatch(client, attempts(), env().retention, first.nextPage);
    for (const { deleted, isLast } of [first, second]) {
      expect(deleted).toBeGreaterThan(0);
      expect(deleted).toBeLessThan(MAX_ROWS);
      expect(isLast).toBe(false);
    }
    expect(second.nextPage).toBe(2 * first.nextPage);
  });
});

it.each(
  cleanUpRules.map((rule) => [`${rule.table} by ${rule.order?.column ?? "page"}`, rule] as const),
)("a batch reads only what it examines: %s", async (_, rule) => {
  const client = await pool().connect();
  try {
    // The tables are empty here, so without this a full scan would be cheaper.
    await client.query(
      "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off",
    );
    const { text, values } = statementOf(rule, 0);
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    const plan = JSON.stringify(rows[0]["QUERY PLAN"]);
    expect(plan).not.toContain("Seq Scan");
    expect(plan).not.toContain('"Node Type":"Sort"');
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
