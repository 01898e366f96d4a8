import { EventEmitter } from "node:events";
import { processState } from "@/lib/core/process-state";
import type { Call } from "@/lib/gate/calls/record-call";

/** How many calls may wait. More are lost: they must not use up the memory of the process. */
export const MAX_WAITING = 10_000;

/** How many calls are written at once. */
export const BATCH_CALLS = 500;

/** The calls of this process that are not stored yet, and the outcome of the others. */
export type CallQueue = {
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
