import { beforeAll, expect, it } from "vitest";
import { pool } from "@/lib/core/db/pool";
import { log } from "@/lib/core/log";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";
import { exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

takeOwnDatabase();

beforeAll(() => {
  log().level = "silent";
});

const ROUNDS = 8;
const ABREAST = 40;

/** Runs requests in parallel and ends one of the connections that serve them. Returns how many it ended. */
async function endOneBackend(requests: readonly Promise<unknown>[]): Promise<number> {
  let isDone = false;
  const done = Promise.all(requests).then(() => {
    isDone = true;
  });
  let endedCount = 0;
  while (!isDone && endedCount === 0) {
    const { rowCount } = await pool().query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active' AND query LIKE 'WITH request%' LIMIT 1`,
    );
    endedCount = rowCount ?? 0;
  }
  await done;
  return endedCount;
}

async function expectToWork(installation: Installation, { body }: RouteAnswer): Promise<void> {
  expect((await callProducts(textOf(body.access_token))).status).toBe(200);
  expect((await refresh(installation, textOf(body.refresh_token))).status).toBe(200);
}

const requesters: [string, (of: Installation) => Promise<() => Promise<RouteAnswer>>][] = [
  [
    "exchanges",
    async (of) => {
      const code = await mintCode(of);
      return () => exchange("offline", of, code);
    },
  ],
  [
    "refreshes",
    async (of) => {
      const { body } = await exchange("offline", of, await mintCode(of));
      return () => refresh(of, textOf(body.refresh_token));
    },
  ],
];

it.each(requesters)(
  "when backends are killed during %s, every acknowledged token works and every other request gets 503",
  async (_what, prepare) => {
    const installation = await mintInstallation({ refreshRotation: "confirm_on_use" });
    const statuses: number[] = [];
    let endedCount = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const sends: (() => Promise<RouteAnswer>)[] = [];
      while (sends.length < ABREAST) sends.push(await prepare(installation));
      const requests = sends.map((send) => send());
      endedCount += await endOneBackend(requests);
      const answers = await Promise.all(requests);
      for (const { status, headers } of answers) {
        statuses.push(status);
        if (status !== 200) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      }
      const acknowledged = answers.filter(({ status }) => status === 200);
      await Promise.all(acknowledged.map((answer) => expectToWork(installation, answer)));
    }
    expect(endedCount).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  },
);
