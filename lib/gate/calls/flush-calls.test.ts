import { beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/core/telemetry/log";
import { BATCH_CALLS, callQueue, flushSeconds } from "@/lib/gate/calls/call-queue";
import { flushCalls, startCallWriter } from "@/lib/gate/calls/flush-calls";
import { insertCalls } from "@/lib/gate/calls/repository";
import { mintCall } from "@/test/factories/mint-call";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { metricValue } from "@/test/process/metric-value";
import { storedCalls, totalsOf } from "@/test/requests/api-calls";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
  callQueue().waiting.length = 0;
});

const countStored = async () => (await storedCalls(installation.client.clientId)).length;
const totals = () => totalsOf(installation.client.clientId);

function mintCalls(count: number): void {
  for (let n = 0; n < count; n++) mintCall(installation);
}

describe("recorded calls", () => {
  it("are stored with their totals for the day, path, scope, and denial", async () => {
    const startedAt = new Date("2026-11-20T23:59:59.999Z");
    const later = new Date("2026-11-21T00:00:00.000Z");
    mintCall(installation, { startedAt });
    mintCall(installation, { startedAt: later, status: 404 });
    mintCall(installation, { startedAt: later, status: null });
    mintCall(installation, { startedAt: later, path: null, scope: null, denial: "company" });
    mintCall(installation, { startedAt: later, path: null, scope: null, denial: "company" });
    await flushCalls();
    const path = "/service/application/catalog/v1.0/products/";
    const allowed = { path, scope: "company/products/read", denied: false };
    const [first, last] = [startedAt, later].map((at) => ({ first_at: at, last_at: at }));
    expect(await totals()).toEqual([
      { day: "2026-11-20", ...allowed, calls: 1, errors: 0, ...first },
      { day: "2026-11-21", ...allowed, calls: 2, errors: 1, ...last },
      {
        day: "2026-11-21",
        path: null,
        scope: null,
        denied: true,
        calls: 2,
        errors: 0,
        ...last,
      },
    ]);
  });

  it("are stored once and counted once when a batch is sent again", async () => {
    const calls = Array.from({ length: 5 }, () => mintCall(installation));
    await flushCalls();
    callQueue().waiting.push(...calls);
    mintCall(installation);
    await flushCalls();
    expect(await countStored()).toBe(6);
    expect(await totals()).toMatchObject([{ calls: 6 }]);
  });

  it("are stored even if the database rejects one among them", async () => {
    vi.spyOn(log(), "error").mockImplementation(() => {});
    const lost = await metricValue("latchkey_calls_lost_total");
    mintCalls(300);
    mintCall(installation, { path: "a NUL character: \0" });
    mintCall(installation, { organizationId: installation.organizationId });
    mintCall(installation, { startedAt: new Date(0) });
    mintCalls(300);
    await flushCalls();
    expect(await countStored()).toBe(600);
    expect((await metricValue("latchkey_calls_lost_total")) - lost).toBe(3);
  });

  it("are all stored by many concurrent flushes", async () => {
    mintCalls(BATCH_CALLS * 2 + 7);
    await Promise.all(Array.from({ length: 10 }, flushCalls));
    expect(await countStored()).toBe(BATCH_CALLS * 2 + 7);
    expect(callQueue().waiting).toHaveLength(0);
  });
});

it("processes that add to the same totals at the same time never deadlock and count every call", async () => {
  const installations = await Promise.all(Array.from({ length: 6 }, () => mintInstallation()));
  const batches = Array.from({ length: 32 }, (_, n) => {
    const calls = installations.flatMap((each) =>
      Array.from({ length: 20 }, (__, path) => mintCall(each, { path: `/${path}` })),
    );
    callQueue().waiting.length = 0;
    const from = (n * 7) % calls.length;
    const turned = [...calls.slice(from), ...calls.slice(0, from)];
    return n % 2 ? turned : turned.toReversed();
  });
  await Promise.all(batches.map(insertCalls));
  for (const { client } of installations) {
    const stored = await totalsOf(client.clientId);
    expect(stored.map(({ calls }) => calls)).toEqual(Array(20).fill(32));
  }
});

it("the writer stores calls soon, together if they follow each other, and the rest when it is stopped", async () => {
  const flushes = async () => (await flushSeconds().get()).values.at(-1)?.value ?? 0;
  const before = await flushes();
  const stop = startCallWriter();
  mintCall(installation);
  // The writer wakes up, and no time passes.
  for (let turn = 0; turn < 10; turn += 1) await null;
  mintCall(installation);
  await expect.poll(countStored).toBe(2);
  await expect.poll(flushes).toBe(before + 1);
  mintCalls(3);
  await stop();
  expect(await countStored()).toBe(5);
});
