import { logFailure } from "@/lib/kernel/db/log-failure";
import {
  createPartition,
  dropPartitionBefore,
  type PartitionedTable,
} from "@/lib/kernel/db/partitions";
import { log } from "@/lib/kernel/log";
import { recordFinishedJob } from "@/lib/maintenance/finished-jobs";

const DAY_MS = 86_400_000;

/** How many days ahead a partition exists, so that nothing must be created when a day begins. */
const DAYS_AHEAD = 7;

/** Codes are kept for 30 days after their expiry, which may be on the day after their issue. */
const CODE_DAYS = 31;

/** Access tokens live for at most a day (`lib/clients/field-values.ts`) and are kept for another seven. */
const ACCESS_TOKEN_DAYS = 8;

/**
 * Creates the partitions of the days to come and drops those in which every row is over. A partition that is in use
 * stays until the next run. A failure is logged and does not stop the other tables. A run without one is recorded for
 * the operators' overview.
 * @param eventDays for how long calls and events are kept
 */
export async function keepPartitions(eventDays: number): Promise<void> {
  const tables = [
    await keepPartitionsOf("calls", eventDays),
    await keepPartitionsOf("authorization_events", eventDays),
    await keepPartitionsOf("authorization_codes", CODE_DAYS),
    await keepPartitionsOf("access_tokens", ACCESS_TOKEN_DAYS),
  ];
  if (tables.every((isKept) => isKept)) await recordFinishedJob("partitions");
}

/** Returns whether all partitions are as they should be. */
async function keepPartitionsOf(table: PartitionedTable, keptDays: number): Promise<boolean> {
  try {
    let isKept = true;
    for (let n = 0; n <= DAYS_AHEAD; n++) isKept = (await create(table, dayFromNow(n))) && isKept;
    const oldest = { table, day: dayFromNow(-keptDays) };
    let dropped = 0;
    let result = await dropPartitionBefore(oldest);
    while (result) {
      dropped++;
      result = await dropPartitionBefore(oldest);
    }
    if (dropped > 0) log().info({ table, days: dropped }, "old days dropped");
    if (result === false) log().info({ table }, "an old day is in use and stays for now");
    return isKept && result === null;
  } catch (thrown) {
    logFailure(thrown, "partitions could not be kept up", { table });
    return false;
  }
}

async function create(table: PartitionedTable, day: string): Promise<boolean> {
  const created = await createPartition({ table, day });
  if (created === null) log().info({ table, day }, "a partition could not be created yet");
  return created !== null;
}

/** A day in UTC, such as 2026-11-22. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
