import { logFailure } from "@/lib/core/db/database-health";
import { withOwnConnection } from "@/lib/core/db/own-connection";
import { storeEventTotals } from "@/lib/requests/platform/repository";

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
