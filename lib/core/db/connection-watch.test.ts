import { afterAll, beforeAll, beforeEach, expect, inject, it, onTestFinished } from "vitest";
import { expectMigrations, readyz } from "@/lib/api/health";
import { batch } from "@/lib/core/db/batch";
import { db, transaction } from "@/lib/core/db/client";
import { isDatabaseSilent } from "@/lib/core/db/database-health";
import { classifyOutage } from "@/lib/core/db/outage";
import { closePool, configureDatabase, pool, withOwnConnection } from "@/lib/core/db/pool";
import { mintOrganization } from "@/test/factories/mint";
import { type Fault, type FaultProxy, startDatabaseProxy } from "@/test/process/fault-proxy";
import { switchDatabase } from "@/test/process/switch-database";

/** Before the 16 seconds after which a statement fails without a response, whatever watches its connection. */
const SOON_MS = 15_000;
const PASS: Fault = { kind: "pass" };
/** Swallows everything that is sent to the database, like a machine that is frozen. */
const BLACK_HOLE: Fault = { kind: "black-hole" };

let proxy: FaultProxy;
let url: string;

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject("databaseUrl"));
  url = proxy.through(inject("databaseUrl"));
  await switchDatabase(url);
  // Prisma loads its compiler with the first query.
  await db().user.findFirst();
});

beforeEach(async () => {
  proxy.existing(PASS);
  proxy.future(PASS);
  expectMigrations([]);
  await expect.poll(async () => (await outcome(ask())).kind, { timeout: SOON_MS }).toBe("none");
});

afterAll(async () => {
  await closePool();
  await proxy.close();
});

const echo = batch(
  "batch-test-silence",
  { text: "text" },
  { text: "text" },
  "answered AS (SELECT n, text FROM request) SELECT n, text FROM answered",
);

const ask = () => pool().query("SELECT 1");
const sleep = (seconds: number) => pool().query(`SELECT pg_sleep(${seconds})`);

/** The kind of outage that work ends with, and how long that takes. */
async function outcome(work: Promise<unknown>) {
  const begin = performance.now();
  const kind = await work.then(
    () => "none",
    (thrown) => classifyOutage(thrown)?.kind,
  );
  return { kind, ms: performance.now() - begin };
}

/** Sends queries from many callers on every path without a pause until the test is over. */
async function startLoad() {
  const counts = { succeeded: 0, lost: 0 };
  let isOver = false;
  const paths = [ask, () => sleep(0.002), () => echo({ text: "a" }), () => db().user.findFirst()];
  const callers = Array.from({ length: 20 }, async (_, n) => {
    while (!isOver) {
      // Others fail because the database is silent.
      const { kind } = await outcome((paths[n % paths.length] ?? ask)());
      if (kind === "none") counts.succeeded += 1;
      if (kind === "lost") counts.lost += 1;
    }
  });
  onTestFinished(async () => {
    isOver = true;
    await Promise.all(callers);
  });
  // By then, all connections are open and in use.
  await expect.poll(() => counts.succeeded, { timeout: SOON_MS }).toBeGreaterThan(100);
  return counts;
}

it("when all open connections go silent under load, each fails once, and new ones serve soon", async () => {
  const counts = await startLoad();
  proxy.existing(BLACK_HOLE);
  await expect.poll(() => counts.lost, { timeout: SOON_MS }).toBeGreaterThan(0);
  const { succeeded } = counts;
  await expect.poll(() => counts.succeeded, { timeout: SOON_MS }).toBeGreaterThan(succeeded);
  // Requests that share a statement fail with it.
  expect(counts.lost).toBeLessThanOrEqual(20);
  expect(isDatabaseSilent()).toBe(false);
});

it("a silent database is noticed soon, fails every request at once, and is ready soon after its return", async () => {
  expect((await readyz()).status).toBe(200);
  // Taken before the load, so that it need not wait for one.
  const connection = await pool().connect();
  // The error event repeats the rejection.
  connection.on("error", () => {});
  onTestFinished(() => connection.release(true));
  await startLoad();
  const before = performance.now();
  proxy.existing(BLACK_HOLE);
  proxy.future(BLACK_HOLE);
  expectMigrations([]);
  const waiting = outcome(connection.query("SELECT pg_sleep(0)"));
  while (!isDatabaseSilent()) {
    const begin = performance.now();
    expect((await readyz()).status).toBe(503);
    expect(performance.now() - begin).toBeLessThan(SOON_MS);
  }
  expect(performance.now() - before).toBeLessThan(SOON_MS);
  const { kind: lost, ms: waited } = await waiting;
  expect(lost).toBe("lost");
  expect(waited).toBeLessThan(SOON_MS);
  for (const request of [ask, () => db().user.findFirst(), () => echo({ text: "a" })]) {
    const { kind, ms } = await outcome(request());
    expect(kind).toBe("unreachable");
    expect(ms).toBeLessThan(2_000);
  }
  expect((await readyz()).status).toBe(503);
  proxy.future(PASS);
  await expect.poll(async () => (await readyz()).status, { timeout: SOON_MS }).toBe(200);
  expect(isDatabaseSilent()).toBe(false);
});

/** Keeps this process from doing anything else. */
const blockFor = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** Sends one statement after another on some connections for five seconds. */
const lanes = (count: number, seconds: number) =>
  Array.from({ length: count }, async () => {
    const until = performance.now() + 5_000;
    while (performance.now() < until) await sleep(seconds);
  });

const NONE_IS_NEW = "it takes no new connection, and";

it.each<[string, number, Fault, () => Promise<unknown>[]]>([
  ["one statement is slow", 1, PASS, () => [sleep(5)]],
  ["connections are scarce", 2, PASS, () => [sleep(4.5), sleep(4.5), ask(), ask()]],
  [`${NONE_IS_NEW} one is idle`, 3, BLACK_HOLE, () => [sleep(5)]],
  [`${NONE_IS_NEW} one answers`, 2, BLACK_HOLE, () => [sleep(5), ...lanes(3, 0.05)]],
  [
    "this process is too busy to read its answers",
    1,
    PASS,
    () => {
      setImmediate(() => blockFor(5_000));
      return [ask()];
    },
  ],
])("a database is overloaded rather than silent while %s", async (_, size, fault, work) => {
  await closePool();
  configureDatabase(url, size);
  await Promise.all(Array.from({ length: size }, () => sleep(0.1)));
  let wasSilent = false;
  const watching = setInterval(() => {
    wasSilent ||= isDatabaseSilent();
  }, 10);
  onTestFinished(() => clearInterval(watching));
  proxy.future(fault);
  await Promise.all(work());
  expect(wasSilent).toBe(false);
});

it("a transaction on a silent connection fails once, changes nothing more, and frees its slot", async () => {
  const { organizationId: id } = await mintOrganization();
  let runs = 0;
  const rename = transaction(async (tx) => {
    runs += 1;
    await tx.organization.update({ where: { id }, data: { name: "Renamed" } });
    proxy.existing(BLACK_HOLE);
    await tx.organization.findFirst({ where: { id }, select: { id: true } });
  });
  expect((await outcome(rename)).kind).toBe("lost");
  expect(runs).toBe(1);
  expect(await db().organization.findFirst({ where: { id, name: "Renamed" } })).toBeNull();
  expect(pool().totalCount).toBe(pool().idleCount);
});

it("does not try idle connections one by one once one was found silent", async () => {
  await Promise.all(Array.from({ length: 8 }, () => sleep(0.05)));
  proxy.existing(BLACK_HOLE);
  expect((await outcome(ask())).kind).toBe("lost");
  const begin = performance.now();
  for (let n = 0; n < 8; n += 1) await ask();
  expect(performance.now() - begin).toBeLessThan(SOON_MS);
});

it.each<[string, () => Promise<unknown>]>([
  [
    "on its first statement too",
    async () => {
      await switchDatabase(url);
      pool().once("connect", () => proxy.existing(BLACK_HOLE));
      await ask();
    },
  ],
  [
    "of a task of its own, whose statements may take long",
    () =>
      withOwnConnection("watch-test", 600_000, (client) => {
        proxy.existing(BLACK_HOLE);
        return client.query("SELECT 1");
      }),
  ],
])("detects a silent connection %s", async (_, work) => {
  const { kind, ms } = await outcome(work());
  expect(kind).toBe("lost");
  expect(ms).toBeLessThan(SOON_MS);
});

it("closes the pool in bounded time when the database does not respond", async () => {
  proxy.existing(BLACK_HOLE);
  const waiting = expect(ask()).rejects.toThrow("shutting down");
  await new Promise(setImmediate);
  const begin = performance.now();
  await closePool(200);
  await waiting;
  expect(performance.now() - begin).toBeLessThan(5_000);
});
