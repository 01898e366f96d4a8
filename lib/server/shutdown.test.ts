import { beforeAll, expect, test } from "vitest";
import { log } from "@/lib/core/telemetry/log";
import { createShutdown, type Shutdown } from "@/lib/server/shutdown";

const never = new Promise<never>(() => {});

/** Stands in for the end of the process. */
class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

const newShutdown = () =>
  createShutdown((code) => {
    throw new Exit(code);
  });

const exitCodeOf = (run: Promise<never>): Promise<number> =>
  run.catch((exit: unknown) => {
    if (exit instanceof Exit) return exit.code;
    throw exit;
  });

/** Registers a step for each phase, in no order, that records when it ends. */
function fill(shutdown: Shutdown): string[] {
  const endedPhases: string[] = [];
  for (const phase of ["database", "lock", "requests", "workers"] as const) {
    shutdown.add(phase, () => endedPhases.push(phase));
  }
  return endedPhases;
}

beforeAll(() => {
  log().level = "silent";
});

test("ends requests before workers, workers before the database, and releases the lock last, once", async () => {
  const shutdown = newShutdown();
  const endedPhases = fill(shutdown);
  const first = shutdown.run(0);
  // A second signal.
  expect(shutdown.run(1)).toBe(first);
  expect(await exitCodeOf(first)).toBe(0);
  expect(endedPhases).toEqual(["requests", "workers", "database", "lock"]);
});

test.each<[string, () => unknown]>([
  ["never ends", () => never],
  [
    "fails",
    () => {
      throw new Error("stuck");
    },
  ],
])(
  "abandons a step of each phase that %s, ends the rest in time, and exits with 1",
  async (_, step) => {
    const shutdown = newShutdown();
    shutdown.limit(3);
    for (const phase of ["requests", "workers", "database"] as const) shutdown.add(phase, step);
    const endedPhases = fill(shutdown);
    expect(await exitCodeOf(shutdown.run(0))).toBe(1);
    expect(endedPhases).toEqual(["requests", "workers", "database", "lock"]);
  },
);

test("finishes a start in progress first, unless it takes too long", async () => {
  const quick = newShutdown();
  const endedPhases = fill(quick);
  let finish = () => {};
  const start = new Promise<void>((done) => {
    finish = done;
  });
  const run = quick.run(0, start);
  expect(endedPhases).toEqual([]);
  finish();
  expect(await exitCodeOf(run)).toBe(0);

  const slow = newShutdown();
  slow.limit(1);
  const endedToo = fill(slow);
  expect(await exitCodeOf(slow.run(0, never))).toBe(0);
  expect(endedToo).toHaveLength(4);
});
