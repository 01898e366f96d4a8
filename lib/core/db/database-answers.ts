import { isDatabaseSilent, reportOutage } from "@/lib/core/db/database-health";
import { classifyOutage } from "@/lib/core/db/outage";
import { pool } from "@/lib/core/db/pool";
import { processState } from "@/lib/core/process-state";
import { waitAtMost } from "@/lib/core/wait-at-most";

const PATIENCE_MS = 2_000;
/** After an outage, nothing is sent to the database for this long. */
const ASK_AGAIN_MS = 500;

const state = (): { asking?: Promise<boolean>; awayUntil: number } =>
  processState("database-answers", () => ({ awayUntil: 0 }));

/** Checks whether the database responds. Concurrent callers share one check, and none is made right after an outage. */
export async function databaseAnswers(): Promise<boolean> {
  if (isDatabaseSilent()) return false;
  const current = state();
  if (performance.now() < current.awayUntil) return false;
  current.asking ??= ask().finally(() => delete state().asking);
  return current.asking;
}

async function ask(): Promise<boolean> {
  try {
    if (await waitAtMost(pool().query("SELECT 1"), PATIENCE_MS)) return true;
    reportOutage({ kind: "unreachable", reason: `no response within ${PATIENCE_MS} ms` });
  } catch (thrown) {
    const outage = classifyOutage(thrown);
    // Any other error is still a response.
    if (!outage) return true;
    reportOutage(outage);
  }
  state().awayUntil = performance.now() + ASK_AGAIN_MS;
  return false;
}
