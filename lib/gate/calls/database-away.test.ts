import { expect, inject, it, onTestFinished, vi } from "vitest";
import { closePool } from "@/lib/core/db/pool";
import { log } from "@/lib/core/telemetry/log";
import { callQueue, MAX_WAITING } from "@/lib/gate/calls/call-queue";
import { startCallWriter } from "@/lib/gate/calls/flush-calls";
import { mintCall } from "@/test/factories/mint-call";
import { mintInstallation } from "@/test/factories/mint-installation";
import { startFaultProxy } from "@/test/process/fault-proxy";
import { metricValue } from "@/test/process/metric-value";
import { switchDatabase } from "@/test/process/switch-database";
import { storedCalls } from "@/test/requests/api-calls";

it("calls recorded during a database outage are stored afterwards, and none below the bound is lost", async () => {
  const { hostname, port } = new URL(inject("databaseUrl"));
  const proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  await switchDatabase(proxy.through(inject("databaseUrl")));
  onTestFinished(async () => {
    await closePool();
    await proxy.close();
  });
  const error = vi.spyOn(log(), "error").mockImplementation(() => {});
  const installation = await mintInstallation();
  const mintCalls = (count: number) => {
    for (let n = 0; n < count; n++) mintCall(installation);
  };
  const countStored = async () => (await storedCalls(installation.client.clientId)).length;

  const stop = startCallWriter();
  mintCalls(100);
  await expect.poll(countStored).toBe(100);

  proxy.future({ kind: "reset" });
  proxy.existing({ kind: "reset" });
  mintCalls(MAX_WAITING);
  await expect.poll(() => error.mock.calls.length).toBeGreaterThan(0);
  expect(callQueue().waiting).toHaveLength(MAX_WAITING);

  proxy.future({ kind: "pass" });
  await expect.poll(() => callQueue().waiting.length).toBe(0);
  expect(await countStored()).toBe(100 + MAX_WAITING);
  expect(await metricValue("latchkey_calls_lost_total")).toBe(0);
  await stop();
});
