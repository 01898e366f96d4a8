import { pause, startBackgroundWork } from "@/lib/core/background-work";
import { env } from "@/lib/core/env";
import { countFinishedHours } from "@/lib/requests/platform/count-finished-hours";
import { cleanUp } from "@/lib/server/maintenance/clean-up";
import { keepPartitions } from "@/lib/server/maintenance/keep-partitions";

const HOUR_MS = 3_600_000;

/**
 * Creates and drops the partitions of days, counts finished hours, and cleans up, immediately and then every hour, until
 * stopped. Several processes on one database do no harm.
 * @returns stops it and waits for the batch in progress
 */
export function startCleanUpWorker(): () => Promise<void> {
  return startBackgroundWork(run);
}

async function run(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // First, because clean-up of a large table may take longer than an hour.
    await keepPartitions(env().retention);
    await countFinishedHours(env().retention.eventDays);
    await cleanUp(signal);
    await pause(HOUR_MS, signal);
  }
}
