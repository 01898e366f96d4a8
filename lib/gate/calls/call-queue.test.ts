import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { log } from "@/lib/core/telemetry/log";
import { countLostCalls, reportLostCalls } from "@/lib/gate/calls/call-queue";

const LINE = "calls missing from the API log";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(log(), "error").mockImplementation(() => {});
  // Whatever was lost before has been reported.
  reportLostCalls("before");
});

afterEach(() => {
  // The next test's first loss is reported at once again.
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("lost calls are in the server's log at once, and then once a second, with their number", () => {
  const lines = () => vi.mocked(log().error).mock.calls.splice(0);
  lines();
  countLostCalls(1, "first");
  expect(lines()).toMatchObject([[{ lost: 1, reason: "first" }, LINE]]);
  countLostCalls(2, "second");
  countLostCalls(3, "third");
  expect(lines()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(lines()).toMatchObject([[{ lost: 5, reason: "first" }, LINE]]);
  vi.advanceTimersByTime(5_000);
  expect(lines()).toEqual([]);
  countLostCalls(1, "later");
  expect(lines()).toMatchObject([[{ lost: 1, reason: "later" }, LINE]]);
  vi.advanceTimersByTime(1_000);
  expect(lines()).toEqual([]);
});
