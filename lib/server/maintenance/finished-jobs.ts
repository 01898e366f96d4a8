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

/** Records that a job finished without a failure, for the operators' overview. */
export async function recordFinishedJob(job: MaintenanceJob): Promise<void> {
  await record({ job });
}
