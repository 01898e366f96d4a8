import { expect, it, onTestFinished } from "vitest";
import { callQueue, MAX_WAITING } from "@/lib/gate/calls/call-queue";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { metricValue } from "@/test/process/metric-value";
import { callGate, loggedCalls, useRules } from "@/test/requests/call-gate";
import { takeLog } from "@/test/requests/take-log";

const log = takeLog();

async function askOften(installation: Installation, times: number): Promise<number[]> {
  const { clientSecret: key } = await mintServiceKey(["platform/gate"]);
  const token = await mintAccessToken(installation, "offline");
  const calls = Array.from({ length: times }, () => callGate({ key, token, uri: "/ping" }));
  return (await Promise.all(calls)).map(({ status }) => status);
}

it("security 89: when the API log's queue is full, the gate answers, memory is bounded, and losses show", async () => {
  useRules([{ methods: ["GET"], path: "/ping" }]);
  const installation = await mintInstallation();
  await askOften(installation, 1);
  const queue = callQueue();
  const [call] = queue.waiting;
  if (!call) throw new Error("The call was not recorded");
  onTestFinished(() => {
    queue.waiting.length = 0;
  });
  while (queue.waiting.length < MAX_WAITING) queue.waiting.push(call);
  const lost = await metricValue("latchkey_calls_lost_total");
  expect(await askOften(installation, 50)).toEqual(Array(50).fill(200));
  expect(queue.waiting).toHaveLength(MAX_WAITING);
  expect(await metricValue("latchkey_calls_lost_total")).toBe(lost + 50);
  expect(log.join("")).toContain("calls missing from the API log");
  queue.waiting.length = 1;
  expect(await loggedCalls(installation.client.clientId)).toHaveLength(1);
});
