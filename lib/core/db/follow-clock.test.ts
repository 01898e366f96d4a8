import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { expectMigrations, readyz } from "@/lib/api/health";
import { followDatabaseClock } from "@/lib/core/db/follow-clock";
import { log } from "@/lib/core/telemetry/log";
import { mintCode } from "@/test/factories/mint-code";
import { mintInstallation } from "@/test/factories/mint-installation";
import { callProducts } from "@/test/requests/call-products";
import { exchange } from "@/test/requests/call-token";

const DAY_SECONDS = 86_400;

let stop: (() => unknown) | undefined;

beforeEach(() => expectMigrations([]));

afterEach(() => {
  vi.useRealTimers();
  stop?.();
});

/** Starts like a process on a machine whose clock is off. */
async function startWithClock(seconds: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1_000 });
  stop = await followDatabaseClock();
}

it.each([3, 60, -3, -69])(
  "a clock that is %i days off changes neither which codes work nor which tokens others accept",
  async (days) => {
    const installation = await mintInstallation();
    const code = await mintCode(installation);
    await startWithClock(days * DAY_SECONDS);
    const { status, body } = await exchange("offline", installation, code);
    expect(status).toBe(200);
    const token = String(body.access_token);
    expect((await callProducts(token)).status).toBe(200);
    // As a server whose clock is right.
    vi.useRealTimers();
    expect((await callProducts(token)).status).toBe(200);
  },
);

it.each([
  [20, 0, 200, "ready"],
  [120, 1, 200, "ready"],
  [-7_200, 1, 503, "the clocks of this machine and the database differ by more than an hour"],
])(
  "a clock that is %i s off leads to %i warnings and %i",
  async (seconds, warnings, status, text) => {
    const warn = vi.spyOn(log(), "warn").mockImplementation(() => {});
    await startWithClock(seconds);
    expect(warn).toHaveBeenCalledTimes(warnings);
    const response = await readyz();
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status: text });
  },
);
