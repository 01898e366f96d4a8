import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { expectMigrations, readyz } from "@/lib/api/health";
import { batch } from "@/lib/core/db/batch";
import { db } from "@/lib/core/db/client";
import { isDatabaseSilent } from "@/lib/core/db/database-health";
import { classifyOutage } from "@/lib/core/db/outage";
import { closePool, configureDatabase, pool } from "@/lib/core/db/pool";
import { type FaultProxy, startDatabaseProxy } from "@/test/process/fault-proxy";
import { switchDatabase } from "@/test/process/switch-database";

/** Before the 16 seconds that a statement may take, and ten times as long as readiness takes. */
const SOON_MS = 15_000;

let proxy: FaultProxy;

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject("databaseUrl"));
  await switchDatabase(proxy.through(inject("databaseUrl")));
  // Prisma loads its compiler with the first query.
  await db().user.findFirst();
});

beforeEach(async () => {
  proxy.existing({ kind: "pass" });
  proxy.future({ kind: "pass" });
  await expect
    .poll(
      () =>
        pool()
          .query("SELECT 1")
          .catch(() => null),
      { timeout: SOON_MS },
    )
    .toBeTruthy();
  expectMigrations([]);
});

afterAll(async () => {
  await closePool();
  await proxy.close();
});

const echo = batch<{ text: string }, { text: string }>(
  "batch-test-silence",
  { text: "text" },
  { text: "text" },
  "answered AS (SELECT n, text FROM request) SELECT n, text FROM answered",
);

/** Swallows everything that is sent to the database, like a machine that is frozen. */
function freeze(): void {
  proxy.existing({ kind: "black-hole" });
  proxy.future({ kind: "black-hole" });
}

const untilSilent = (isSilent: boolean) =>
  expect.poll(isDatabaseSilent, { interval: 10, timeout: SOON_MS }).toBe(isSilent);

/** The kind of outage that work ends with, and how long that takes. */
async function outageOf(work: Promise<unknown>) {
  const begin = performance.now();
  const kind = await work.then(
    () => "none",
    (thrown) => classifyOutage(thrown)?.kind,
  );
  return { kind, ms: performance.now() - begin };
}

async function ask() {
  const begin = performance.now();
  const { status } = await readyz();
  return { status, ms: performance.now() - begin };
}

it("fails requests at once while the database is silent, and is ready soon after its return", async () => {
  freeze();
  const hanging = outageOf(pool().query("SELECT 1"));
  await untilSilent(true);
  const requests = [
    () => pool().query("SELECT 1"),
    () => db().user.findFirst(),
    () => echo({ text: "a" }),
  ];
  for (const request of requests) {
    const { kind, ms } = await outageOf(request());
    expect(kind).toBe("unreachable");
    expect(ms).toBeLessThan(2_000);
  }
  // Callers that came before do not wait for the timeout of a statement.
  const { kind, ms } = await hanging;
  expect(kind).toBe("lost");
  expect(ms).toBeLessThan(SOON_MS);
  expect(await ask()).toMatchObject({ status: 503 });
  const begin = performance.now();
  proxy.future({ kind: "pass" });
  await expect.poll(async () => (await ask()).status, { timeout: SOON_MS }).toBe(200);
  expect(performance.now() - begin).toBeLessThan(SOON_MS);
  expect(await echo({ text: "a" })).toEqual({ text: "a" });
});

it("readiness answers soon from the first one on that meets a silent database", async () => {
  await expect.poll(ask, { timeout: SOON_MS }).toMatchObject({ status: 200 });
  freeze();
  expectMigrations([]);
  while (!isDatabaseSilent()) {
    const { status, ms } = await ask();
    expect(status).toBe(503);
    expect(ms).toBeLessThan(SOON_MS);
  }
});

it("connections that are merely scarce do not make the database silent", async () => {
  await closePool();
  configureDatabase(proxy.through(inject("databaseUrl")), 2);
  const sleep = () => pool().query("SELECT pg_sleep(2.5)");
  const slow = [sleep(), sleep()];
  await pool().query("SELECT 1");
  await Promise.all(slow);
  expect(isDatabaseSilent()).toBe(false);
});

it("a database that takes no new connection is not silent while another one answers", async () => {
  await Promise.all([pool().query("SELECT pg_sleep(0.1)"), pool().query("SELECT pg_sleep(0.1)")]);
  proxy.future({ kind: "black-hole" });
  let met = false;
  const watching = setInterval(() => {
    met ||= isDatabaseSilent();
  }, 10);
  await pool().query("SELECT pg_sleep(4)");
  clearInterval(watching);
  expect(met).toBe(false);
});

it("a database that takes no new connection is not silent while it answers one statement after another", async () => {
  await closePool();
  configureDatabase(proxy.through(inject("databaseUrl")), 2);
  const until = performance.now() + 5_000;
  const lane = async () => {
    while (performance.now() < until) await pool().query("SELECT pg_sleep(0.05)");
  };
  const lanes = [lane(), lane(), lane()];
  const slow = pool().query("SELECT pg_sleep(4)");
  await pool().query("SELECT 1");
  proxy.future({ kind: "black-hole" });
  await Promise.all([slow, ...lanes]);
  expect(isDatabaseSilent()).toBe(false);
});
