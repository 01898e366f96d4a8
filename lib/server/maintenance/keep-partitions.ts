import { DAYS_TO_EXPIRY } from "@/lib/core/crypto/tokens";
import { logFailure } from "@/lib/core/db/database-health";
import { databaseNow } from "@/lib/core/db/database-time";
import {
  createPartition,
  dropPartitionBefore,
  type PartitionedTable,
} from "@/lib/core/db/partitions";
import { sql } from "@/lib/core/db/sql";
import type { Retention } from "@/lib/core/env/retention-settings";
import { log } from "@/lib/core/telemetry/log";

const DAY_MS = 86_400_000;

/** How many days ahead a partition exists, so that nothing must be created when a day begins. */
const DAYS_AHEAD = 7;

/**
 * Creates the partitions of the days to come and drops those that are over, unless in use. A failure does not stop the
 * other tables; a run without one is recorded for operators.
 */
export async function keepPartitions(retention: Retention): Promise<void> {
  const tables = [
    await keepPartitionsOf("calls", retention.callDays),
    await keepPartitionsOf("authorization_events", retention.eventDays),
    await keepPartitionsOf("authorization_codes", retention.codeDays + DAYS_TO_EXPIRY),
    await keepPartitionsOf("access_tokens", retention.accessTokenDays + DAYS_TO_EXPIRY),
  ];
  if (tables.every((isKept) => isKept)) await recordFinishedJob({ job: "partitions" });
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
  return new Date(databaseNow() + days * DAY_MS).toISOString().slice(0, 10);
}

type MaintenanceJob = "clean-up" | "partitions";

/** Records that a job finished without a failure, for the operators' overview. */
export const recordFinishedJob = sql<{ job: MaintenanceJob }>(
  "record-finished-job",
  {},
  `
  INSERT INTO finished_jobs (job, finished_at) VALUES (:job, now())
  ON CONFLICT (job) DO UPDATE SET finished_at = excluded.finished_at`,
);

/** Whether a job finished in the last half hour, in any process. */
export async function isFinishedLately(job: MaintenanceJob): Promise<boolean> {
  return (await findLately({ job })).length > 0;
}

const findLately = sql<{ job: MaintenanceJob }, { job: string }>(
  "find-lately-finished-job",
  { job: "text" },
  "SELECT job FROM finished_jobs WHERE job = :job AND finished_at > now() - interval '30 minutes'",
);
