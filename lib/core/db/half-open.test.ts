import { afterAll, beforeAll, beforeEach, expect, inject, it, onTestFinished } from "vitest";
import { db, transaction } from "@/lib/core/db/client";
import { classifyOutage } from "@/lib/core/db/outage";
import { closePool, pool } from "@/lib/core/db/pool";
import { sql } from "@/lib/core/db/sql";
import { mintOrganization } from "@/test/factories/mint";
import { type FaultProxy, startDatabaseProxy } from "@/test/process/fault-proxy";
import { switchDatabase } from "@/test/process/switch-database";

/** Before the 16 seconds after which a statement fails without a response, whatever watches its connection. */
const BACK_WITHIN_MS = 15_000;
const WORKERS = 20;

let proxy: FaultProxy;

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject("databaseUrl"));
  await switchDatabase(proxy.through(inject("databaseUrl")));
});

beforeEach(() => {
  proxy.existing({ kind: "pass" });
  proxy.future({ kind: "pass" });
});

afterAll(async () => {
  await closePool();
  await proxy.close();
});

const sleep = sql("half-open-test", {}, "SELECT pg_sleep(0.002)");
const warmUp = sql("half-open-test-warm", {}, "SELECT 1");
const readName = sql<{ organizationId: string }, { name: string }>(
  "half-open-test-name",
  { name: "text" },
  "SELECT name FROM organizations WHERE id = :organizationId",
);
const readHot = () => sleep({});
const readByPrisma = () => db().user.findFirst({ select: { id: true } });

/** Sends queries from many callers on both paths without a pause until stopped. */
function startLoad() {
  let stopped = false;
  let succeeded = 0;
  let failed = 0;
  const waiters = new Set<{ since: number; resolve: (ms: number) => void }>();
  const failures = new Set<() => void>();
  const work = async (ask: () => Promise<unknown>) => {
    while (!stopped) {
      const startedAt = performance.now();
      try {
        await ask();
        succeeded += 1;
        for (const waiter of waiters) {
          if (startedAt > waiter.since) waiter.resolve(performance.now() - waiter.since);
        }
      } catch (thrown) {
        // Others were not sent, because the database was silent.
        if (classifyOutage(thrown)?.kind === "lost") failed += 1;
        for (const resolve of failures) resolve();
      }
    }
  };
  const done = Promise.all(
    Array.from({ length: WORKERS }, (_, n) => work(n % 4 ? readHot : readByPrisma)),
  );
  const stop = () => {
    stopped = true;
    return done;
  };
  onTestFinished(async () => void (await stop()));
  return {
    counts: () => ({ succeeded, failed }),
    nextFailure: () => new Promise<void>((resolve) => failures.add(resolve)),
    /** Milliseconds until a request that began after now has succeeded. */
    nextSuccess: () =>
      new Promise<number>((resolve) => waiters.add({ since: performance.now(), resolve })),
    stop,
  };
}

it("recovers before a statement times out when every pooled connection goes silent under load", async () => {
  const load = startLoad();
  // All connections are open and in use once this many have succeeded.
  while (load.counts().succeeded < 60) await load.nextSuccess();
  proxy.existing({ kind: "black-hole" });
  const back = await load.nextSuccess();
  const { failed } = load.counts();
  await load.stop();
  expect(back).toBeLessThan(BACK_WITHIN_MS);
  expect(failed).toBeLessThanOrEqual(pool().options.max);
});

it("recovers before a statement times out once an unreachable database is reachable again", async () => {
  const load = startLoad();
  while (load.counts().succeeded < 60) await load.nextSuccess();
  proxy.existing({ kind: "black-hole" });
  proxy.future({ kind: "black-hole" });
  await load.nextFailure();
  proxy.future({ kind: "pass" });
  const back = await load.nextSuccess();
  await load.stop();
  expect(back).toBeLessThan(BACK_WITHIN_MS);
});

it("leaves a slow statement alone, however long other connections are silent", async () => {
  await warmUp({});
  const slow = pool().query("SELECT pg_sleep(3)");
  await expect(slow).resolves.toMatchObject({ rowCount: 1 });
});

it("a transaction on a silent connection fails once, changes nothing more, and frees its slot", async () => {
  const { organizationId } = await mintOrganization();
  let runs = 0;
  const rename = transaction(async (tx) => {
    runs += 1;
    await tx.organization.update({ where: { id: organizationId }, data: { name: "Renamed" } });
    proxy.existing({ kind: "black-hole" });
    await tx.organization.findFirst({ where: { id: organizationId }, select: { id: true } });
  });
  await expect(rename).rejects.toSatisfy((thrown) => classifyOutage(thrown)?.kind === "lost");
  expect(runs).toBe(1);
  const [row] = await readName({ organizationId });
  expect(row?.name).not.toBe("Renamed");
  expect(pool().totalCount).toBe(pool().idleCount);
});

it("does not try idle connections one by one once one was found silent", async () => {
  await Promise.all(Array.from({ length: 8 }, () => pool().query("SELECT pg_sleep(0.05)")));
  proxy.existing({ kind: "black-hole" });
  await expect(readHot()).rejects.toSatisfy((thrown) => classifyOutage(thrown)?.kind === "lost");
  const begin = performance.now();
  for (let n = 0; n < 8; n += 1) await readHot();
  expect(performance.now() - begin).toBeLessThan(5_000);
});

it("detects a silent connection on its first statement too", async () => {
  await switchDatabase(proxy.through(inject("databaseUrl")));
  pool().once("connect", () => proxy.existing({ kind: "black-hole" }));
  await expect(readHot()).rejects.toSatisfy((thrown) => classifyOutage(thrown)?.kind === "lost");
});

it("closes the pool in bounded time when the database does not respond", async () => {
  await readHot();
  proxy.existing({ kind: "black-hole" });
  const waiting = expect(readHot()).rejects.toThrow("shutting down");
  await new Promise(setImmediate);
  const begin = performance.now();
  await closePool(200);
  await waiting;
  expect(performance.now() - begin).toBeLessThan(5_000);
});
