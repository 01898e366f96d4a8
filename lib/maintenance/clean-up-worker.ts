import { setTimeout as wait } from "node:timers/promises";
import { startBackgroundWork } from "@/lib/kernel/background-work";
import { cleanUp } from "@/lib/maintenance/clean-up";

const HOUR_MS = 3_600_000;

/**
 * Cleans up immediately and then every hour, until stopped. Several processes on one database do no harm.
 * @returns stops it and waits for the batch in progress
 */
export function startCleanUpWorker(): () => Promise<void> {
  return startBackgroundWork(run);
}

async function run(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await cleanUp(signal);
    await pause(signal);
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  try {
    await wait(HOUR_MS, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
