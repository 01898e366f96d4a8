import { sql } from "@/lib/core/db/sql";

/** A job of the hourly maintenance. */
export type MaintenanceJob = "clean-up" | "partitions";

const record = sql<{ job: MaintenanceJob }>(
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

/** Records that a job finished without a failure, for the operators' overview. */
export async function recordFinishedJob(job: MaintenanceJob): Promise<void> {
  await record({ job });
}
