import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { db } from "@/lib/core/db/client";
import { reportOutage } from "@/lib/core/db/database-health";
import { classifyOutage, type OutageKind } from "@/lib/core/db/outage";
import { pool } from "@/lib/core/db/pool";
import { toServiceError } from "@/lib/core/http/render-error";
import { log } from "@/lib/core/telemetry/log";

/** The error of `work`. */
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable("it succeeded"),
    (thrown) => thrown,
  );

/** The errors of a statement from pg and from Prisma, which has its own error texts. */
async function* errorsOf(statement: string): AsyncGenerator<unknown> {
  const limit = () => statement.includes("pg_sleep") && pool().query("SET statement_timeout = 100");
  await limit();
  yield await thrownBy(pool().query(statement));
  await limit();
  yield await thrownBy(db().$executeRawUnsafe(statement));
}

const raise = (state: string) => `DO $$ BEGIN RAISE SQLSTATE '${state}'; END $$`;

it.each<[string, OutageKind | "none", string]>([
  ["a terminated backend", "lost", "SELECT pg_terminate_backend(pg_backend_pid())"],
  ["a cancelled statement", "overloaded", "SELECT pg_cancel_backend(pg_backend_pid())"],
  ["a statement past its timeout", "overloaded", "SELECT pg_sleep(20)"],
  ["a missing prepared statement", "pooler", "EXECUTE nothing_like_it"],
  ["a full disk", "full", raise("53100")],
  ["a standby", "read_only", raise("25006")],
  ["a bug", "none", "SELECT nothing_like_it"],
  ["a taken value", "none", raise("23505")],
  ["a missing right", "none", raise("42501")],
])("classifies %s, from pg and from Prisma, as an outage: %s", async (_, kind, statement) => {
  for await (const thrown of errorsOf(statement)) {
    const outage = classifyOutage(thrown);
    expect(outage?.kind ?? "none").toBe(kind);
    expect(outage?.reason ?? "").not.toMatch(/\n|invocation/);
  }
});

it("treats any error with which PostgreSQL ends a connection as an outage, whatever its code", () => {
  const fields = { code: "XX000", severity: "FATAL" };
  const fatal = Object.assign(new Error("could not write init file"), fields);
  const driverAdapterError = { cause: { originalCode: fields.code, ...fields } };
  const meta = { driverAdapterError };
  const ofPrisma = Object.assign(new Error("…"), { name: "PrismaError", meta });
  for (const thrown of [fatal, ofPrisma]) {
    expect(classifyOutage(thrown)).toMatchObject({ kind: "lost" });
  }
  const error = Object.assign(new Error("a bug"), { ...fields, severity: "ERROR" });
  expect(classifyOutage(error)).toBeUndefined();
});

it("answers a deadlock or a serialization failure with 503 and Retry-After, as no outage", async () => {
  for (const state of ["40P01", "40001"]) {
    for await (const thrown of errorsOf(raise(state))) {
      expect(classifyOutage(thrown)).toBeUndefined();
      expect(toServiceError(thrown, "request")).toMatchObject({
        code: "temporarily_unavailable",
        headers: { "retry-after": expect.stringMatching(/^[12]$/) },
      });
    }
  }
});

it("does not treat a missing file or another socket's error as a database outage", async () => {
  expect(classifyOutage(await thrownBy(readFile("/nothing-here")))).toBeUndefined();
  expect(classifyOutage(await thrownBy(fetch("http://127.0.0.1:1/")))).toBeUndefined();
  const socket = Object.assign(new Error("no socket"), { code: "ENOENT", syscall: "connect" });
  expect(classifyOutage(socket)).toMatchObject({ kind: "unreachable" });
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
