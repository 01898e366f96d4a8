import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { flushCalls } from "@/lib/calls/flush-calls";
import { pool } from "@/lib/kernel/db/pool";
import { log } from "@/lib/kernel/log";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { takeOwnDatabase } from "@/test/process/own-database";
import { introspect } from "@/test/requests/call-administration";
import { callGate, useRules } from "@/test/requests/call-gate";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";
import { exchange } from "@/test/requests/call-token";

takeOwnDatabase();

/** Requests that wait for a statement of their kind, at most, and those whose statements run. */
const SERVED = 1_000 + 2 * 16;
const SURPLUS = 20;
const PATIENCE = { timeout: 30_000 };

let installation: Installation;
let token: string;
let code: string;
let gateKey: string;

beforeAll(async () => {
  useRules([{ methods: ["GET"], path: "/products", any: INSTALLED_SCOPES }]);
  installation = await mintInstallation();
  token = await mintAccessToken(installation, "offline");
  gateKey = (await mintServiceKey(["platform/gate"])).clientSecret;
});

beforeEach(async () => {
  code = await mintCode(installation);
});

const senders: [string, () => Promise<RouteAnswer>][] = [
  ["platform API calls", () => callProducts(token)],
  ["gate checks", () => callGate({ key: gateKey, token, uri: "/products" })],
  ["introspections", () => introspect(installation.client, token)],
  ["exchanges", () => exchange("offline", installation, code)],
];

afterEach(flushCalls);

it.each(senders)(
  "when the queue of %s is full, further ones get 503 with Retry-After and the waiting ones are answered",
  async (_what, send) => {
    const error = vi.spyOn(log(), "error").mockImplementation(() => {});
    const holder = await pool().connect();
    const rejected: RouteAnswer[] = [];
    let answers: Promise<RouteAnswer>[];
    try {
      await holder.query("BEGIN");
      await holder.query("LOCK TABLE access_tokens IN ACCESS EXCLUSIVE MODE");
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
