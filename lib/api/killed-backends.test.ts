import { beforeAll, expect, it } from "vitest";
import { pool } from "@/lib/core/db/pool";
import { log } from "@/lib/core/telemetry/log";
import { mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { loadProductStatements } from "@/test/process/product-statements";
import { batchedOperations, isServed } from "@/test/requests/batched-operations";
import type { RouteAnswer } from "@/test/requests/call-route";

takeOwnDatabase();

beforeAll(() => {
  log().level = "silent";
});

/** More than one statement serves. */
const ABREAST = 20;

// Waits until it has ended, so that the lock cannot come first.
const END_ONE_BLOCKED_BY = `
  SELECT pg_terminate_backend(pid, 60000) FROM (
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'WITH request%' AND $1::int = ANY (pg_blocking_pids(pid)) LIMIT 1
  ) AS blocked`;

/** Runs requests whose statements wait for a lock, and ends one of their connections before it gets the lock. */
async function endOneBackend(
  block: string,
  send: () => Promise<RouteAnswer>[],
): Promise<RouteAnswer[]> {
  const holder = await pool().connect();
  let requests: Promise<RouteAnswer>[];
  try {
    await holder.query("BEGIN");
    await holder.query(block);
    const { rows } = await holder.query("SELECT pg_backend_pid() AS pid");
    requests = send();
    let endedCount = 0;
    while (endedCount === 0) {
      const { rowCount } = await pool().query(END_ONE_BLOCKED_BY, [rows[0].pid]);
      endedCount = rowCount ?? 0;
    }
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  return Promise.all(requests);
}

it.each(batchedOperations)(
  "if a backend is killed during $requests, each gets an answer or 503, and only answered ones happened",
  async ({ statement, prepare, block = "LOCK TABLE clients IN ACCESS EXCLUSIVE MODE", use }) => {
    const rotates = statement === "rotate";
    const installation = await mintInstallation(
      rotates ? { refreshRotation: "confirm_on_use" } : {},
    );
    const sends: (() => Promise<RouteAnswer>)[] = [];
    while (sends.length < ABREAST) sends.push(await prepare(installation));
    const answers = await endOneBackend(block, () => sends.map((send) => send()));
    const rejected = sends.filter((_, index) => answers[index]?.status === 503);
    const served = answers.filter(isServed);
    expect(rejected.length).toBeGreaterThan(0);
    expect(served.length).toBe(ABREAST - rejected.length);
    for (const { status, headers } of answers) {
      if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    for (const answer of served) {
      if (use) expect((await use(answer, installation)).status).toBe(200);
    }
    const again = await Promise.all(rejected.map((send) => send()));
    expect(again.filter(isServed)).toHaveLength(again.length);
  },
);

it("the tests cover every statement that serves several requests", async () => {
  // A denial acknowledges nothing, so its explanation may get lost.
  const batched = (await loadProductStatements()).filter(
    ([name, { text }]) => text.startsWith("WITH request AS") && !name.startsWith("explain-"),
  );
  expect(batchedOperations.map(({ statement }) => statement).toSorted()).toEqual(
    batched.map(([name]) => name).toSorted(),
  );
});
