import { logFailure } from "@/lib/core/db/database-health";
import { startBackgroundWork } from "@/lib/core/process/background-work";
import { type Wakeup, wait } from "@/lib/core/process/wait";
import {
  BATCH_CALLS,
  callQueue,
  countLostCalls,
  reportLostCalls,
} from "@/lib/gate/calls/call-queue";
import { flushCalls } from "@/lib/gate/calls/flush-calls";

/** How long a call waits for others to be written with. */
const GATHER_MS = 100;

/** How long after a failure the writer tries again. */
const RETRY_MS = 1_000;

/**
 * Stores recorded calls until stopped.
 * @returns stops it and stores the calls that still wait
 */
export function startCallWriter(): () => Promise<void> {
  const stop = startBackgroundWork(run);
  return async () => {
    await stop();
    await writeLast();
  };
}

async function run(signal: AbortSignal): Promise<void> {
  const { waiting, wakeups } = callQueue();
  const wakeup = { signal, wakeups };
  while (!signal.aborted) {
    if (waiting.length === 0) await wait(Number.POSITIVE_INFINITY, wakeup);
    else {
      if (waiting.length < BATCH_CALLS) await wait(GATHER_MS, wakeup);
      await writeOrRetryLater(wakeup);
    }
  }
}

async function writeOrRetryLater(wakeup: Wakeup): Promise<void> {
  try {
    await flushCalls();
  } catch (thrown) {
    logFailure(thrown, "calls not stored yet");
    await wait(RETRY_MS, wakeup);
  }
}

async function writeLast(): Promise<void> {
  try {
    await flushCalls();
  } catch (thrown) {
    const reason = "the service stopped while the database was out of reach";
    countLostCalls(callQueue().waiting.length, reason, thrown);
    reportLostCalls(reason, thrown);
  }
}
