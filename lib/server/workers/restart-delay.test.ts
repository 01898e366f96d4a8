import { expect, test } from "vitest";
import { restartDelayMs } from "@/lib/server/workers/restart-delay";

test("a worker that keeps dying is replaced at once, then after growing delays of up to 30 seconds", () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 100].map(restartDelayMs);
  expect(delays).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});
