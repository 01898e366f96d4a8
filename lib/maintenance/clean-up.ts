import { logFailure } from "@/lib/kernel/db/log-failure";
import { type OwnConnection, withOwnConnection } from "@/lib/kernel/db/own-connection";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { processState } from "@/lib/kernel/process-state";
import { deleteBatch, type Place } from "@/lib/maintenance/repository";
import { type CleanUpRule, cleanUpRules } from "@/lib/maintenance/rules";

/** A batch takes milliseconds; the limit is longer than a request's, for a busy database. */
const BATCH_TIMEOUT_MS = 60_000;

/** Where interrupted or failed runs continue. */
const places = (): Map<CleanUpRule, Place> => processState("clean-up-places", () => new Map());

/**
 * Deletes expired rows in small batches and logs one line. A failing table is logged and does not stop the others; the
 * next run continues where it failed.
 * @param signal ends the run after the current batch
 * @returns deleted rows by table; tables without any are omitted
 */
export async function cleanUp(signal: AbortSignal): Promise<Record<string, number>> {
  const begin = performance.now();
  const deleted: Record<string, number> = {};
  try {
    await withOwnConnection("latchkey-clean-up", BATCH_TIMEOUT_MS, async (client) => {
      for (const rule of cleanUpRules) {
        if (signal.aborted) break;
        const count = await deleteAll(client, rule, signal);
        if (count > 0) deleted[rule.table] = (deleted[rule.table] ?? 0) + count;
      }
    });
  } catch (thrown) {
    logFailure(thrown, "clean-up failed");
  }
  log().info({ deleted, ms: Math.round(performance.now() - begin) }, "clean-up");
  return deleted;
}

async function deleteAll(
  client: OwnConnection,
  rule: CleanUpRule,
  signal: AbortSignal,
): Promise<number> {
  const { eventRetentionDays } = env();
  let total = 0;
  let isLast = false;
  try {
    while (!isLast && !signal.aborted) {
      const batch = await deleteBatch(client, rule, eventRetentionDays, places().get(rule));
      total += batch.deleted;
      isLast = batch.isLast;
      if (batch.place && !isLast) places().set(rule, batch.place);
      else places().delete(rule);
    }
  } catch (thrown) {
    logFailure(thrown, "clean-up failed", { table: rule.table });
  }
  return total;
}
