import { countFinishedHours } from "@/lib/activity/platform/count-finished-hours";
import { pause, startBackgroundWork } from "@/lib/kernel/background-work";
import { env } from "@/lib/kernel/env";
import { cleanUp } from "@/lib/maintenance/clean-up";
import { keepPartitions } from "@/lib/maintenance/keep-partitions";

const HOUR_MS = 3_600_000;

/**
 * Cleans up, creates and drops the partitions of days, and counts finished hours, immediately and then every hour, until
 * stopped. Several processes on one database do no harm.
 * @returns stops it and waits for the batch in progress
 */
export function startCleanUpWorker(): () => Promise<void> {
  return startBackgroundWork(run);
}

async function run(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await cleanUp(signal);
    await keepPartitions(env().retention);
    await countFinishedHours(env().retention.eventDays);
    await pause(HOUR_MS, signal);
  }
}
