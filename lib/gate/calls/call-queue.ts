import { EventEmitter } from "node:events";
import { processState } from "@/lib/core/process/process-state";
import { log } from "@/lib/core/telemetry/log";
import { counter, durations } from "@/lib/core/telemetry/metrics";
import type { Call } from "@/lib/gate/calls/record-call";

/** How many calls may wait. More are lost: they must not use up the memory of the process. */
export const MAX_WAITING = 10_000;

export const BATCH_CALLS = 500;

/** The calls of this process that are not stored yet. */
type CallQueue = {
  /** Oldest first. A call leaves when it is stored. */
  waiting: Call[];
  /** Emits `wake` when the first call waits, and when a whole batch does. */
  wakeups: EventEmitter;
};

export const callQueue = (): CallQueue =>
  processState("call-queue", () => ({ waiting: [], wakeups: new EventEmitter() }));

export const storedCalls = counter({
  name: "latchkey_calls_stored_total",
  help: "Calls stored in the API log.",
});

const lostCalls = counter({
  name: "latchkey_calls_lost_total",
  help: "Calls that the API log will never have.",
});

/** How long it took to store each batch, in seconds. */
export const flushSeconds = durations({
  name: "latchkey_calls_flush_seconds",
  help: "Time taken to store a batch of calls.",
});

const REPORT_EVERY_MS = 1_000;

/** Lost calls that the log does not mention yet, and the timer until which it stays silent. */
type Report = { unreported: number; timer: NodeJS.Timeout | null };

const report = (): Report =>
  processState("lost-calls-report", () => ({ unreported: 0, timer: null }));

/** Counts calls that the API log will never contain. The server log reports them at most once a second. */
export function countLostCalls(count: number, reason: string, cause?: unknown): void {
  lostCalls().inc(count);
  const state = report();
  state.unreported += count;
  if (state.timer) return;
  reportLostCalls(reason, cause);
  state.timer = setTimeout(() => {
    state.timer = null;
    reportLostCalls(reason);
  }, REPORT_EVERY_MS).unref();
}

/** Logs how many calls were lost since the last report, if any. */
export function reportLostCalls(reason: string, cause?: unknown): void {
  const state = report();
  if (state.unreported === 0) return;
  log().error({ lost: state.unreported, reason, err: cause }, "calls missing from the API log");
  state.unreported = 0;
}
