import { startBackgroundWork } from "@/lib/core/background-work";
import { logFailure } from "@/lib/core/db/database-health";
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
  signal.addEventListener("abort", () => wakeups.emit("wake"));
  while (!signal.aborted) {
    if (waiting.length === 0) await untilWoken();
    else {
      if (waiting.length < BATCH_CALLS) await untilWoken(GATHER_MS);
      await writeOrRetryLater();
    }
  }
}

async function writeOrRetryLater(): Promise<void> {
  try {
    await flushCalls();
  } catch (thrown) {
    logFailure(thrown, "calls not stored yet");
    await untilWoken(RETRY_MS);
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

/** Waits for the queue, at most for a time in milliseconds. */
function untilWoken(withinMs?: number): Promise<void> {
  const { wakeups } = callQueue();
  return new Promise((resolve) => {
    const timer = withinMs === undefined ? undefined : setTimeout(wake, withinMs);
    function wake() {
      clearTimeout(timer);
      wakeups.off("wake", wake);
      resolve();
    }
    wakeups.once("wake", wake);
  });
}
