import { expect, test } from "vitest";
import { hotQuery, pool } from "@/lib/kernel/db/pool";
import { statementName } from "@/lib/kernel/db/statement-name";

test("prepares a hot query under its name", async () => {
  const rows = await hotQuery<{ sum: number }>("pool-test-sum", "SELECT $1::int + 1 AS sum", [41]);
  expect(rows).toEqual([{ sum: 42 }]);
  const { rows: prepared } = await pool().query(
    "SELECT name FROM pg_prepared_statements WHERE name = 'pool-test-sum'",
  );
  expect(prepared).toHaveLength(1);
});

test("gives equal statements equal names and different ones different names", () => {
  expect(statementName({ sql: "SELECT 1" })).toBe(statementName({ sql: "SELECT 1" }));
  expect(statementName({ sql: "SELECT 1" })).not.toBe(statementName({ sql: "SELECT 2" }));
});

test("leaves statements beyond the limit unnamed", () => {
  for (let n = 0; n < 1_000; n += 1) statementName({ sql: `SELECT ${n} AS n` });
  expect(statementName({ sql: "SELECT one too many" })).toBe("");
});
