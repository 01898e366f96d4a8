import { expect, it } from "vitest";
import { db, statementNamer, transaction } from "@/lib/core/db/client";
import { closePool, pool, withOwnConnection } from "@/lib/core/db/pool";
import { sql } from "@/lib/core/db/sql";

type Values = { id: number; none: number | null; at: Date; words: readonly string[] };

const VALUES: Values = {
  id: 2 ** 53 - 1,
  none: null,
  at: new Date("2026-11-25T08:00:00.123Z"),
  words: ["one", "two, {three}"],
};

const echo = sql<Values, Values>(
  "sql-test-echo",
  { id: "int8", none: "int8?", at: "timestamptz", words: "text[]" },
  "SELECT :id::bigint AS id, :none::bigint AS none, :at::timestamptz AS at, :words::text[] AS words",
);

it("returns the same row from the pool, a transaction, and a connection of its own", async () => {
  expect(await echo(VALUES)).toEqual([VALUES]);
  expect(await transaction((tx) => echo(VALUES, tx))).toEqual([VALUES]);
  await withOwnConnection("sql-test", 1_000, async (client) => {
    expect(await echo(VALUES, client)).toEqual([VALUES]);
  });
});

it("throws if an integer from a transaction does not fit into a number", async () => {
  const readBig = sql<object, { id: number }>(
    "sql-test-big",
    { id: "int8" },
    "SELECT 9007199254740993::bigint AS id",
  );
  await expect(transaction((tx) => readBig({}, tx))).rejects.toThrow("does not fit");
});

it("runs in the transaction that it is given", async () => {
  const readTransaction = sql<object, { id: string }>(
    "sql-test-transaction",
    { id: "text" },
    "SELECT pg_current_xact_id()::text AS id",
  );
  await transaction(async (tx) => {
    const [first] = await readTransaction({}, tx);
    expect(await readTransaction({}, tx)).toEqual([first]);
    expect(await readTransaction({})).not.toEqual([first]);
  });
});

const isPrepared = async (name: string) =>
  (await pool().query("SELECT FROM pg_prepared_statements WHERE name = $1", [name])).rowCount === 1;

it("gives a statement no name if it is planned each time or assembled", async () => {
  const named = sql("sql-test-named", {}, "SELECT 1");
  const planned = sql("sql-test-planned", {}, "SELECT 1", { plan: "each time" });
  const assembled = sql("sql-test-assembled", {}, () => "SELECT 1");
  for (const run of [named, planned, assembled]) await run({});
  expect(await isPrepared("sql-test-named")).toBe(true);
  expect(await isPrepared("sql-test-planned")).toBe(false);
  expect(await isPrepared("sql-test-assembled")).toBe(false);
});

it("assembles a statement from the values that are given", async () => {
  const list = sql<{ least: number; most?: number }, { n: number }>(
    "sql-test-list",
    { n: "int4" },
    ({ most }) =>
      `SELECT n FROM generate_series(1, 4) AS n WHERE n >= :least ${most ? "AND n <= :most" : ""}`,
  );
  expect(await list({ least: 3 })).toEqual([{ n: 3 }, { n: 4 }]);
  expect(await list({ least: 2, most: 3 })).toEqual([{ n: 2 }, { n: 3 }]);
});

it("gives equal statements equal names, up to a limit, beyond which they have none", () => {
  const [nameOf, nameElsewhere] = [statementNamer(2), statementNamer(2)];
  const [one, two, three] = [{ sql: "SELECT 1" }, { sql: "SELECT 2" }, { sql: "SELECT 3" }];
  expect(nameOf(one)).toBe(nameElsewhere(one));
  expect(nameOf(two)).not.toBe(nameOf(one));
  expect(nameOf(three)).toBe("");
  expect(nameOf(one)).toBe(nameElsewhere(one));
});

it("Prisma uses the new pool after the old one was closed", async () => {
  await db().$queryRaw`SELECT 1`;
  await closePool();
  expect(await db().$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});
