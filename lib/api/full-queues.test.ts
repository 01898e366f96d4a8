import { afterEach, expect, it, vi } from "vitest";
import { pool } from "@/lib/core/db/pool";
import { log } from "@/lib/core/log";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { batchedOperations } from "@/test/requests/batched-operations";
import type { RouteAnswer } from "@/test/requests/call-route";

takeOwnDatabase();

/** Requests that wait for a statement of their kind, at most, and those whose statements run. */
const SERVED = 1_000 + 2 * 16;
const SURPLUS = 20;
const PATIENCE = { timeout: 30_000 };

afterEach(flushCalls);

// A request that runs two statements waits for the first one.
const operations = batchedOperations.filter(({ block }) => block === undefined);

it.each(operations)(
  "when the queue of $requests is full, more get 503 with Retry-After, and waiting ones are answered",
  async ({ prepare }) => {
    const send = await prepare(await mintInstallation());
    const error = vi.spyOn(log(), "error").mockImplementation(() => {});
    const holder = await pool().connect();
    const rejected: RouteAnswer[] = [];
    let answers: Promise<RouteAnswer>[];
    // On a slow machine, requests would otherwise have waited too long before the queue is full.
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    try {
      await holder.query("BEGIN");
      await holder.query("LOCK TABLE clients IN ACCESS EXCLUSIVE MODE");
      answers = Array.from({ length: SERVED + SURPLUS }, async () => {
        const answer = await send();
        if (answer.status === 503) rejected.push(answer);
        return answer;
      });
      await expect.poll(() => rejected.length, PATIENCE).toBeGreaterThanOrEqual(SURPLUS);
      const reason = "Too many requests are waiting for the database.";
      await expect.poll(() => error.mock.calls[0]?.[0], PATIENCE).toMatchObject({ reason });
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
    const served = (await Promise.all(answers)).filter(({ status }) => status !== 503);
    expect(served.length).toBeGreaterThan(0);
    for (const answer of rejected) expectToTryLater(answer);
  },
);

function expectToTryLater({ status, headers, body }: RouteAnswer): void {
  expect(status).toBe(503);
  expect(body.error).toBe("temporarily_unavailable");
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
}
