import { logFailure } from "@/lib/core/db/database-health";
import { type OwnConnection, withOwnConnection } from "@/lib/core/db/pool";
import { env } from "@/lib/core/env/env";
import { processState } from "@/lib/core/process/process-state";
import { startBackgroundWork, wait } from "@/lib/core/process/wait";
import { log } from "@/lib/core/telemetry/log";
import { counter } from "@/lib/core/telemetry/metrics";
import { countFinishedHours } from "@/lib/requests/log/totals-sql";
import {
  isFinishedLately,
  keepPartitions,
  recordFinishedJob,
} from "@/lib/server/maintenance/keep-partitions";
import { type CleanUpRule, cleanUpRules, deleteBatch } from "@/lib/server/maintenance/rules";

const deletedRows = counter({
  name: "latchkey_clean_up_deleted_total",
  help: "Expired rows that clean-up deleted, by table.",
  labels: ["table"],
});

/** About an hour. It varies, so that instances that started together take turns. */
const pauseMs = () => (0.9 + 0.2 * Math.random()) * 3_600_000;

/** Keeps partitions, counts finished hours, and cleans up, at once and hourly. @returns a function to stop it */
export function startCleanUpWorker(): () => Promise<void> {
  return startBackgroundWork(run);
}

async function run(signal: AbortSignal): Promise<void> {
  let clean = cleanUp;
  while (!signal.aborted) {
    // First, because clean-up of a large table may take longer than an hour.
    await keepPartitions(env().retention);
    await countFinishedHours();
    await clean(signal);
    clean = cleanUpInTurn;
    await wait(pauseMs(), { signal });
  }
}

/** Cleans up, unless an instance has finished a run in the last half hour. */
export async function cleanUpInTurn(signal: AbortSignal): Promise<Record<string, number>> {
  try {
    if (await isFinishedLately("clean-up")) return {};
  } catch (thrown) {
    logFailure(thrown, "clean-up failed");
    return {};
  }
  return cleanUp(signal);
}

/** A batch takes milliseconds; the limit is longer than a request's, for a busy database. */
const BATCH_TIMEOUT_MS = 60_000;

/** The pause after a batch, as a multiple of its duration, so that requests hardly notice a long run. */
const REST = 4;

/** Where interrupted or failed runs continue. */
const pages = (): Map<CleanUpRule, number> => processState("clean-up-pages", () => new Map());

/**
 * Deletes expired rows in small batches, until `signal` aborts. A failing table does not stop the others, and continues
 * in the next run. Records a complete run for operators. @returns deleted rows by table
 */
export async function cleanUp(signal: AbortSignal): Promise<Record<string, number>> {
  const begin = performance.now();
  const deleted: Record<string, number> = {};
  try {
    await withOwnConnection("latchkey-clean-up", BATCH_TIMEOUT_MS, async (client) => {
      let isComplete = true;
      for (const rule of cleanUpRules) {
        const result = await deleteAll(client, rule, signal);
        if (result.count > 0) deleted[rule.table] = (deleted[rule.table] ?? 0) + result.count;
        isComplete &&= result.isComplete;
      }
      if (isComplete) await recordFinishedJob({ job: "clean-up" });
    });
  } catch (thrown) {
    logFailure(thrown, "clean-up failed");
  }
  for (const [table, count] of Object.entries(deleted)) deletedRows().inc({ table }, count);
  log().info({ deleted, ms: Math.round(performance.now() - begin) }, "clean-up");
  return deleted;
}

async function deleteAll(
  client: OwnConnection,
  rule: CleanUpRule,
  signal: AbortSignal,
): Promise<{ count: number; isComplete: boolean }> {
  const { retention } = env();
  let count = 0;
  let isComplete = false;
  try {
    while (!isComplete && !signal.aborted) {
      const begin = performance.now();
      const batch = await deleteBatch(client, rule, retention, pages().get(rule));
      count += batch.deleted;
      isComplete = batch.isLast;
      pages().set(rule, isComplete ? 0 : batch.nextPage);
      if (!isComplete) await wait((performance.now() - begin) * REST, { signal });
    }
  } catch (thrown) {
    logFailure(thrown, "clean-up failed", { table: rule.table });
  }
  return { count, isComplete };
}
