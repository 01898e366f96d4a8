import { storeEventTotals } from "@/lib/activity/platform/repository";
import { logFailure } from "@/lib/kernel/db/log-failure";
import { withOwnConnection } from "@/lib/kernel/db/own-connection";

/** The first run counts everything that is stored, at about a million events in five seconds. */
const TIMEOUT_MS = 600_000;

/**
 * Adds finished hours to the totals that the overview of the installation reads. A failure is logged, and the next
 * run catches up.
 * @param keptDays how long totals are kept
 */
export async function countFinishedHours(keptDays: number): Promise<void> {
  try {
    await withOwnConnection("latchkey-event-totals", TIMEOUT_MS, (client) =>
      storeEventTotals(client, keptDays),
    );
  } catch (thrown) {
    logFailure(thrown, "event totals failed");
  }
}
