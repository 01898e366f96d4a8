import { dropPartitionBefore, insertPartition } from "@/lib/calls/repository";
import { logFailure } from "@/lib/kernel/db/log-failure";
import { log } from "@/lib/kernel/log";

const DAY_MS = 86_400_000;

/** How many days ahead a partition exists, so that nothing must be created when a day begins. */
const DAYS_AHEAD = 7;

/**
 * Creates the partitions of the API log for the days to come and drops those whose day is over for longer than calls
 * are kept. A partition that is being read stays until the next run. A failure is logged.
 */
export async function keepPartitions(retentionDays: number): Promise<void> {
  try {
    for (let n = 0; n <= DAYS_AHEAD; n++) await insertPartition(dayFromNow(n));
    const before = dayFromNow(-retentionDays);
    let dropped = 0;
    let result = await dropPartitionBefore({ before });
    while (result) {
      dropped++;
      result = await dropPartitionBefore({ before });
    }
    if (dropped > 0) log().info({ days: dropped }, "old days of the API log dropped");
    if (result === false) log().info("an old day of the API log is in use and stays for now");
  } catch (thrown) {
    logFailure(thrown, "partitions of the API log could not be kept up");
  }
}

/** A day in UTC, such as 2026-11-22. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
