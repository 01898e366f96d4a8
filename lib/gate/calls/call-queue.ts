import { EventEmitter } from "node:events";
import { log } from "@/lib/core/log";
import { processState } from "@/lib/core/process-state";
import type { Call } from "@/lib/gate/calls/record-call";

/** How many calls may wait. More are lost: they must not use up the memory of the process. */
export const MAX_WAITING = 10_000;

/** How many calls are written at once. */
export const BATCH_CALLS = 500;

/** The calls of this process that are not stored yet, and the outcome of the others. */
type CallQueue = {
  /** Oldest first. A call leaves when it is stored. */
  waiting: Call[];
  /** Calls stored since the start. */
  written: number;
  /** Calls lost since the start. */
  lost: number;
  /** Batches written since the start, and how long that took in seconds. */
  flushes: number;
  flushSeconds: number;
  /** Emits `wake` when the first call waits, when a whole batch does, and when the writer stops. */
  wakeups: EventEmitter;
};

/** The only queue of the process. */
export const callQueue = (): CallQueue =>
  processState("call-queue", () => ({
    waiting: [],
    written: 0,
    lost: 0,
    flushes: 0,
    flushSeconds: 0,
    wakeups: new EventEmitter(),
  }));

const REPORT_EVERY_MS = 1_000;

/** Lost calls that the log does not mention yet, and the timer until which it stays silent. */
type Report = { unreported: number; timer: NodeJS.Timeout | null };

const report = (): Report =>
  processState("lost-calls-report", () => ({ unreported: 0, timer: null }));

/** Counts calls that the API log will never contain. The server log reports them at most once a second. */
export function countLostCalls(count: number, reason: string, cause?: unknown): void {
  callQueue().lost += count;
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
