import { expect, test } from "vitest";
import { db, statementNamer } from "@/lib/core/db/client";
import { closePool, pool } from "@/lib/core/db/pool";
import { sql } from "@/lib/core/db/sql";

test("prepares a declared statement under its name", async () => {
  const addOne = sql<{ term: number }, { sum: number }>(
    "pool-test-sum",
    { sum: "int4" },
    "SELECT :term::int + 1 AS sum",
  );
  expect(await addOne({ term: 41 })).toEqual([{ sum: 42 }]);
  const { rows: prepared } = await pool().query(
    "SELECT name FROM pg_prepared_statements WHERE name = 'pool-test-sum'",
  );
  expect(prepared).toHaveLength(1);
});

test("gives equal statements equal names and different ones different names", () => {
  const [nameOf, nameElsewhere] = [statementNamer(2), statementNamer(2)];
  expect(nameOf({ sql: "SELECT 1" })).toBe(nameElsewhere({ sql: "SELECT 1" }));
  expect(nameOf({ sql: "SELECT 1" })).not.toBe(nameOf({ sql: "SELECT 2" }));
});

test("leaves statements beyond the limit unnamed", () => {
  const nameOf = statementNamer(1);
  const name = nameOf({ sql: "SELECT 1" });
  expect(nameOf({ sql: "SELECT one too many" })).toBe("");
  expect(nameOf({ sql: "SELECT 1" })).toBe(name);
});

test("Prisma uses the new pool after the old one was closed", async () => {
  await db().$queryRaw`SELECT 1`;
  await closePool();
  expect(await db().$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});
