import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from "vitest";
import { db, transaction } from "@/lib/core/db/client";
import { reportOutage } from "@/lib/core/db/database-health";
import { classifyOutage, type OutageKind } from "@/lib/core/db/outage";
import { closePool, pool } from "@/lib/core/db/pool";
import { sql } from "@/lib/core/db/sql";
import { toServiceError } from "@/lib/core/http/render-error";
import { log } from "@/lib/core/log";
import { type FaultProxy, startDatabaseProxy } from "@/test/process/fault-proxy";
import { switchDatabase } from "@/test/process/switch-database";

let proxy: FaultProxy;

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject("databaseUrl"));
  await switchDatabase(proxy.through(inject("databaseUrl")));
});

beforeEach(() => proxy.future({ kind: "pass" }));

afterAll(async () => {
  await closePool();
  await proxy.close();
});

/** The error of `work`. */
async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (thrown) {
    return thrown;
  }
  return expect.unreachable("it succeeded");
}

/** The same statement through pg and through Prisma, which has its own error texts. */
const bothWays = (statement: string): (() => Promise<unknown>)[] => [
  () => pool().query(statement),
  () => db().$executeRawUnsafe(statement),
];

it.each<[string, OutageKind, string]>([
  ["a terminated backend", "lost", "SELECT pg_terminate_backend(pg_backend_pid())"],
  ["a cancelled statement", "overloaded", "SELECT pg_cancel_backend(pg_backend_pid())"],
  ["a statement past its timeout", "overloaded", "SELECT pg_sleep(20)"],
  ["a missing prepared statement", "pooler", "EXECUTE nothing_like_it"],
  ["a full disk", "full", "DO $$ BEGIN RAISE SQLSTATE '53100'; END $$"],
  ["a standby", "read_only", "DO $$ BEGIN RAISE SQLSTATE '25006'; END $$"],
])("recognizes %s as an outage, from pg and from Prisma: %s", async (_, kind, statement) => {
  for (const work of bothWays(statement)) {
    if (statement.includes("pg_sleep")) await pool().query("SET statement_timeout = 100");
    const outage = classifyOutage(await thrownBy(work));
    expect(outage?.kind).toBe(kind);
    expect(outage?.reason).not.toMatch(/\n|invocation/);
  }
});

it.each([
  "SELECT nothing_like_it",
  "DO $$ BEGIN RAISE SQLSTATE '23505'; END $$",
  "DO $$ BEGIN RAISE SQLSTATE '42501'; END $$",
])("does not treat a bug as an outage: %s", async (statement) => {
  for (const work of bothWays(statement)) {
    expect(classifyOutage(await thrownBy(work))).toBeUndefined();
  }
});

const readOne = sql("outage-test", {}, "SELECT 1");

it("recognizes a database that refuses connections on every code path", async () => {
  proxy.existing({ kind: "reset" });
  const refusing = await startDatabaseProxy(inject("databaseUrl"));
  await refusing.close();
  await switchDatabase(refusing.through(inject("databaseUrl")));
  const hot = await thrownBy(() => readOne({}));
  expect(classifyOutage(hot)).toMatchObject({ kind: "unreachable" });
  await switchDatabase(proxy.through(inject("databaseUrl")));
});

it.each<[string, () => Promise<unknown>]>([
  ["a statement", () => db().user.findFirst()],
  ["a transaction", () => transaction((tx) => tx.user.findFirst())],
])("a connection that is reset before it answers is an outage for Prisma: %s", async (_, work) => {
  proxy.existing({ kind: "reset" });
  proxy.future({ kind: "reset" });
  expect(classifyOutage(await thrownBy(work))).toBeDefined();
});

it("treats any error with which PostgreSQL ends a connection as an outage, whatever its code", () => {
  const fields = { code: "XX000", severity: "FATAL" };
  const fatal = Object.assign(new Error("could not write init file"), fields);
  const driverAdapterError = { cause: { originalCode: fields.code, ...fields } };
  const ofPrisma = Object.assign(new Error("…"), {
    name: "PrismaError",
    meta: { driverAdapterError },
  });
  for (const thrown of [fatal, ofPrisma]) {
    expect(classifyOutage(thrown)).toMatchObject({ kind: "lost" });
  }
  const error = Object.assign(new Error("a bug"), { ...fields, severity: "ERROR" });
  expect(classifyOutage(error)).toBeUndefined();
});

it("answers a deadlock or a serialization failure with 503 and Retry-After, as no outage", async () => {
  for (const state of ["40P01", "40001"]) {
    for (const work of bothWays(`DO $$ BEGIN RAISE SQLSTATE '${state}'; END $$`)) {
      const thrown = await thrownBy(work);
      expect(classifyOutage(thrown)).toBeUndefined();
      expect(toServiceError(thrown, "request")).toMatchObject({
        code: "temporarily_unavailable",
        headers: { "retry-after": expect.stringMatching(/^[12]$/) },
      });
    }
  }
});

it("does not treat a missing file as a database outage", async () => {
  expect(classifyOutage(await thrownBy(() => readFile("/nothing-here")))).toBeUndefined();
  const socket = Object.assign(new Error("no socket"), { code: "ENOENT", syscall: "connect" });
  expect(classifyOutage(socket)).toMatchObject({ kind: "unreachable" });
});

it("does not treat another socket's error as a database outage", async () => {
  const thrown = await thrownBy(() => fetch(`http://127.0.0.1:1/`));
  expect(classifyOutage(thrown)).toBeUndefined();
});

it("logs at most one line a second during an outage, without stack traces, and counts the rest", async () => {
  vi.useFakeTimers();
  const error = vi.spyOn(log(), "error").mockImplementation(() => {});
  vi.advanceTimersByTime(5_000);
  const outage = { kind: "unreachable", reason: "ECONNREFUSED" } as const;
  for (let n = 0; n < 50; n += 1) {
    reportOutage(outage, { request_id: `request-${n}` });
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  const lines = error.mock.calls.map(([fields]) => fields as Record<string, unknown>);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toEqual({ ...outage, request_id: "request-0" });
  const suppressed = lines.map((line) => Number(line.suppressed ?? 0));
  expect(suppressed.reduce((sum, count) => sum + count)).toBe(49);
  expect(JSON.stringify(lines)).not.toContain("stack");
});
