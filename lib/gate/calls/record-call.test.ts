import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { beginCall } from "@/lib/gate/calls/record-call";

const NOW = new Date("2026-11-20T12:00:30.400Z");
const ago = (ms: number) => NOW.getTime() - ms;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

it("a call keeps the id that the service gave its request, and begins in the second that the id names", () => {
  const arrived = newId(ago(10_000));
  expect(beginCall(arrived)).toEqual({
    requestId: arrived,
    startedAt: new Date("2026-11-20T12:00:20.999Z"),
  });
  const justNow = newId(ago(100));
  expect(beginCall(justNow)).toEqual({ requestId: justNow, startedAt: NOW });
});

it.each([
  ["that is not ours", "a-caller-chose-this"],
  ["of the future", newId(NOW.getTime() + 5_000)],
  ["that is older than a minute", newId(ago(90_000))],
])("a call with a request id %s gets its own, and begins now", (_what, requestId) => {
  const begun = beginCall(requestId);
  expect(begun.requestId).not.toBe(requestId);
  expect(begun.startedAt).toEqual(NOW);
  expect(Number.parseInt(begun.requestId.slice(0, 8), 16)).toBe(Math.floor(NOW.getTime() / 1_000));
});
