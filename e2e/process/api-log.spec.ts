import { pool } from "@/lib/core/db/pool";
import { expect, test } from "@/test/process/process-test";
import { connectServerDatabase } from "@/test/process/server-database";
import { type Instance, servingPid } from "@/test/process/server-process";
import { recordedCalls } from "@/test/process/servers";
import { gateHeaders, signedInDemo } from "@/test/process/signed-in-demo";
import { PRODUCTS_PATH } from "@/test/requests/http/list-products";

const CALLERS = 16;
const CHECK_PATH = "/service/platform/gate/v1.0/check";

/** How long before a crash a call may have been answered without its row (ADR 35). */
const LOST_WITHIN_MS = 1_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

type Answered = { requestId: string; at: number };

/** Asks the gate about calls of many callers until enough are answered or the server is gone. */
async function callUntil(
  { baseUrl }: Instance,
  headers: Record<string, string>,
  enough: number,
  onAnswer: (answered: number) => void,
): Promise<Answered[]> {
  const answered: Answered[] = [];
  const call = async () => {
    try {
      while (answered.length < enough) {
        const response = await fetch(baseUrl + CHECK_PATH, { headers });
        await response.arrayBuffer();
        // A server that shuts down may still say so.
        if (response.status !== 200) return;
        answered.push({
          requestId: response.headers.get("x-latchkey-request-id") ?? "",
          at: Date.now(),
        });
        onAnswer(answered.length);
      }
    } catch (error) {
      // The end of the server ends each caller.
      if (!(error instanceof TypeError)) throw error;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return answered;
}

/** The request ids of a client in the API log. */
async function storedIds(instance: Instance, clientId: string): Promise<Set<string>> {
  const close = connectServerDatabase(instance);
  const { rows } = await pool().query<{ id: string }>(
    "SELECT request_id AS id FROM calls WHERE client_id = $1",
    [clientId],
  );
  await close();
  return new Set(rows.map(({ id }) => id));
}

async function countedCalls(instance: Instance, clientId: string): Promise<number> {
  const close = connectServerDatabase(instance);
  const { rows } = await pool().query<{ calls: number }>(
    "SELECT sum(calls)::int AS calls FROM call_totals WHERE client_id = $1",
    [clientId],
  );
  await close();
  return rows[0]?.calls ?? 0;
}

test("the API log loses no answered call to SIGTERM, and only those of the last second to kill -9", async ({
  playwright,
  instance,
  startServer,
}) => {
  test.setTimeout(180_000 + recordedCalls * 20);
  const first = await startServer();
  const { demo, request, client, tokens } = await signedInDemo(playwright, instance);
  await request.dispose();
  const { clientId } = client;
  const headers = gateHeaders(demo, tokens.offline, PRODUCTS_PATH);

  const third = Math.floor(recordedCalls / 3);
  const beforeTerm = await callUntil(instance, headers, recordedCalls, (answered) => {
    if (answered === third) first.child.kill("SIGTERM");
  });
  expect(await first.ended).toBe(0);

  const second = await startServer();
  const afterTerm = await storedIds(instance, clientId);
  const missing = beforeTerm.filter(({ requestId }) => !afterTerm.has(requestId));
  say(`SIGTERM: ${beforeTerm.length} calls answered, ${afterTerm.size} rows`);
  expect(missing).toEqual([]);

  const pid = await servingPid(instance);
  let killedAt = 0;
  const beforeKill = await callUntil(instance, headers, recordedCalls, (answered) => {
    if (answered !== third) return;
    killedAt = Date.now();
    process.kill(pid, 9);
  });
  await second.ended;

  const last = await startServer();
  const afterKill = await storedIds(instance, clientId);
  const lostCalls = beforeKill.filter(({ requestId }) => !afterKill.has(requestId));
  const oldest = Math.min(killedAt, ...lostCalls.map(({ at }) => at));
  say(
    `kill -9: ${beforeKill.length} calls answered, ${afterKill.size - afterTerm.size} rows, ${lostCalls.length} lost, the oldest answered ${killedAt - oldest} ms before`,
  );
  expect(killedAt - oldest).toBeLessThan(LOST_WITHIN_MS);

  const afterwards = await callUntil(instance, headers, third, () => {});
  last.child.kill("SIGTERM");
  expect(await last.ended).toBe(0);
  await startServer();
  const stored = await storedIds(instance, clientId);
  expect(afterwards.filter(({ requestId }) => !stored.has(requestId))).toEqual([]);
  expect(await countedCalls(instance, clientId)).toBe(stored.size);
});
