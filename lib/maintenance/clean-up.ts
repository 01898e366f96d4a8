import { env } from "@/lib/env";
import { log } from "@/lib/log";
import {
  BATCH_ROWS,
  type CleanUpRule,
  cleanUpRules,
  deleteBatch,
} from "@/lib/maintenance/repository";

/**
 * Deletes what is long over, in small batches, and leaves one line in the log. A table that cannot be
 * cleaned up is logged and keeps no other from it.
 * @param signal ends the run after the batch under way
 * @returns how many rows went, by table; tables of which none did are left out
 */
export async function cleanUp(signal: AbortSignal): Promise<Record<string, number>> {
  const begin = performance.now();
  const deleted: Record<string, number> = {};
  for (const rule of cleanUpRules) {
    if (signal.aborted) break;
    try {
      const count = await deleteAll(rule, signal);
      if (count > 0) deleted[rule.table] = count;
    } catch (err) {
      log().error({ err, table: rule.table }, "clean-up failed");
    }
  }
  log().info({ deleted, ms: Math.round(performance.now() - begin) }, "clean-up");
  return deleted;
}

async function deleteAll(rule: CleanUpRule, signal: AbortSignal): Promise<number> {
  const { eventRetentionDays } = env();
  let total = 0;
  let batch: number;
  do {
    batch = await deleteBatch(rule, eventRetentionDays);
    total += batch;
  } while (batch === BATCH_ROWS && !signal.aborted);
  return total;
}
