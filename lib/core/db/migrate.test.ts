import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { beforeEach, expect, inject, test } from "vitest";
import { APPLICATION_ROLE } from "@/lib/core/db/embedded/cluster";
import { migrate, migrationNames } from "@/lib/core/db/migrate";
import { classifyOutage } from "@/lib/core/db/outage";
import { StartupError } from "@/lib/core/errors";
import { createFolder } from "@/test/process/create-folder";
import { hasOldestPostgres, startOldestPostgres } from "@/test/process/oldest-postgres";
import { createDatabase } from "@/test/process/own-database";

let folder: string;
let url: string;

beforeEach(async () => {
  folder = await createFolder();
  url = await createDatabase();
});

const MIGRATIONS = "prisma/migrations";

async function write(migration: string, sql: string): Promise<void> {
  await mkdir(join(folder, migration), { recursive: true });
  await writeFile(join(folder, migration, "migration.sql"), sql);
}

async function rows(sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  const result = await client.query(sql);
  await client.end();
  return result.rows;
}

test("servers that start at the same time apply each script once, whole, in the order of the names", async () => {
  await write("2_second", "INSERT INTO a VALUES (2)");
  await write(
    "1_first",
    "CREATE TABLE a (n int); CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END $$;",
  );
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder)]);
  expect(applied.flat()).toEqual(["1_first", "2_second"]);
  expect(await migrate(url, folder)).toEqual([]);
  expect(await rows("SELECT n, f() FROM a")).toEqual([{ n: 2, f: "a;b" }]);
});

test("waits for `prisma migrate deploy`, which waits for it too", async () => {
  const ownLock = "SELECT count(*)::int AS n FROM pg_locks WHERE objid = 72707369 AND granted";
  await write("1_first", `CREATE TABLE a AS ${ownLock} AND pid = pg_backend_pid()`);
  const prisma = new Client(url);
  await prisma.connect();
  await prisma.query("SELECT pg_advisory_lock(72707369)");
  const migrating = migrate(url, folder);
  const waiting = "SELECT 1 FROM pg_locks WHERE objid = 72707369 AND NOT granted";
  while ((await prisma.query(waiting)).rowCount === 0);
  expect((await prisma.query("SELECT to_regclass('a') AS a")).rows).toEqual([{ a: null }]);
  await prisma.end();
  expect(await migrating).toEqual(["1_first"]);
  expect(await rows("TABLE a")).toEqual([{ n: 1 }]);
});

/** The history as Prisma reads it. */
const HISTORY = `SELECT migration_name AS name, finished_at IS NOT NULL AS finished,
    rolled_back_at IS NOT NULL AS undone, logs, applied_steps_count AS steps
  FROM _prisma_migrations ORDER BY started_at`;

test("a failed migration leaves nothing behind but its error, and is retried", async () => {
  await write("1_first", "CREATE TABLE a (n int); SELECT nothing_like_it");
  await expect(migrate(url, folder)).rejects.toThrow("nothing_like_it");
  // As `prisma migrate deploy` leaves one that failed.
  await rows("INSERT INTO _prisma_migrations VALUES ('2', 'other', null, '1_first', 'failed')");
  await write("1_first", "CREATE TABLE a (n int)");
  expect(await migrate(url, folder)).toEqual(["1_first"]);
  const failure = { name: "1_first", finished: false, undone: true, steps: 0 };
  expect(await rows(HISTORY)).toEqual([
    { ...failure, logs: expect.stringContaining("nothing_like_it") },
    { ...failure, logs: "failed" },
    { name: "1_first", finished: true, undone: false, logs: null, steps: 1 },
  ]);
});

test("a migration whose connection is lost is undone, and its error is an outage", async () => {
  await write("1_first", "CREATE TABLE a (n int); SELECT pg_terminate_backend(pg_backend_pid())");
  const error = await migrate(url, folder).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  expect(classifyOutage(error.cause)?.kind).toBe("lost");
  expect(await rows("SELECT to_regclass('a') AS a")).toEqual([{ a: null }]);
});

/** What the service's role is not allowed: tables of the database it lacks a right on. */
const LACKING = `SELECT c.relname FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND NOT has_table_privilege('${APPLICATION_ROLE}', c.oid, 'SELECT')`;

/** Makes migrations give up a lock at once, and try again at once. */
const IMPATIENT = { lockMs: 50, pausesMs: [0, 0] };

/** Runs work while another connection, like a server of the previous version, has locked a table. */
async function whileLocked<T>(table: string, work: (holder: Client) => Promise<T>): Promise<T> {
  const holder = new Client(url);
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`);
  try {
    return await work(holder);
  } finally {
    await holder.end();
  }
}

/** Returns when a migration waits for a lock that this connection has, or has been undone. */
async function untilAttempted(holder: Client): Promise<void> {
  const failed = "SELECT 1 FROM _prisma_migrations WHERE rolled_back_at IS NOT NULL";
  while ((await holder.query(failed)).rowCount === 0);
}

test("a migration that meets a running server gives up its locks and is tried again", async () => {
  await write("1_first", "CREATE TABLE a (n int); CREATE TABLE b (n int)");
  await migrate(url, folder);
  await write("2_second", "ALTER TABLE a ADD m int; ALTER TABLE b ADD m int");
  await whileLocked("b", async (holder) => {
    const patience = { lockMs: 50, pausesMs: Array(1_000).fill(1) };
    const migrating = migrate(url, folder, undefined, patience);
    await untilAttempted(holder);
    await holder.query("INSERT INTO a VALUES (1)");
    await holder.query("COMMIT");
    expect(await migrating).toEqual(["2_second"]);
  });
  expect(await rows("SELECT n, m FROM a")).toEqual([{ n: 1, m: null }]);
});

test("a migration is tried again after a deadlock and after a write conflict", async () => {
  await write("1_first", "CREATE SEQUENCE attempts");
  await migrate(url, folder);
  const failTwice = (code: string) =>
    `DO $$ BEGIN IF nextval('attempts') % 3 > 0 THEN RAISE SQLSTATE '${code}'; END IF; END $$`;
  await write("2_second", failTwice("40P01"));
  await write("3_third", failTwice("40001"));
  expect(await migrate(url, folder, undefined, IMPATIENT)).toEqual(["2_second", "3_third"]);
});

test("a migration that never gets its locks is explained in one sentence", async () => {
  await write("1_first", "CREATE TABLE a (n int)");
  await migrate(url, folder);
  await write("2_second", "DROP TABLE a");
  await whileLocked("a", async () => {
    const failed = await migrate(url, folder, undefined, IMPATIENT).catch((error) => error);
    expect(failed).toBeInstanceOf(StartupError);
    expect(failed.message).toMatch(
      /^The migration 2_second failed and was undone: [^\n]* lock timeout\. Running servers/,
    );
  });
  expect(await migrate(url, folder)).toEqual(["2_second"]);
});

test("each migration leaves the service its rights on every table", async () => {
  for (const name of await migrationNames(MIGRATIONS)) {
    await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true });
    expect(await migrate(url, folder, APPLICATION_ROLE)).toEqual([name]);
    expect(await rows(LACKING), name).toEqual([]);
  }
});

test.runIf(hasOldestPostgres)("all migrations apply once on the oldest PostgreSQL", async () => {
  url = await startOldestPostgres();
  const names = await migrationNames(MIGRATIONS);
  expect(await migrate(url, MIGRATIONS)).toEqual(names);
  expect(await migrate(url, MIGRATIONS)).toEqual([]);
});

test("a table that a migration replaces has rights before the next migration ends", async () => {
  await write("1_first", "CREATE TABLE a (n serial)");
  await migrate(url, folder, APPLICATION_ROLE);
  await write("2_second", "DROP TABLE a; CREATE TABLE a (n serial) -- without a semicolon");
  await write("3_third", "SELECT nothing_like_it");
  await expect(migrate(url, folder, APPLICATION_ROLE)).rejects.toThrow("nothing_like_it");
  expect(await rows(LACKING)).toEqual([]);
  const { pathname } = new URL(url);
  const service = new Client(Object.assign(new URL(inject("databaseUrl")), { pathname }).href);
  await service.connect();
  await service.query("INSERT INTO a DEFAULT VALUES");
  await service.end();
});

test("leaves migrations of a newer version alone, and rejects an edited one", async () => {
  await write("1_first", "CREATE TABLE a (n int)");
  await write("2_second", "CREATE TABLE b (n int)");
  await migrate(url, folder);
  await rm(join(folder, "2_second"), { recursive: true });
  expect(await migrate(url, folder)).toEqual([]);
  await write("1_first", "CREATE TABLE c (n int)");
  await expect(migrate(url, folder)).rejects.toThrow("1_first was edited");
});

test("rejects a database that is older than the first migration, and changes nothing", async () => {
  await write("1_before", "CREATE TABLE a (n int)");
  await migrate(url, folder);
  await rm(join(folder, "1_before"), { recursive: true });
  await write("2_baseline", "CREATE TABLE b (n int)");
  await expect(migrate(url, folder)).rejects.toThrow("created before the first release");
  expect(await rows("SELECT to_regclass('b') AS b")).toEqual([{ b: null }]);
});
