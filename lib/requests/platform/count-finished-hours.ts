import { logFailure } from "@/lib/core/db/database-health";
import { withOwnConnection } from "@/lib/core/db/own-connection";
import { addEventTotals } from "@/lib/requests/platform/repository";

/** The first run counts everything that is stored, at about a million events in five seconds. */
const TIMEOUT_MS = 600_000;

/**
 * Adds finished hours to the totals of events, from which figures and issues are read. A failure is logged, and the next
 * run catches up.
 */
export async function countFinishedHours(): Promise<void> {
  try {
    await withOwnConnection("latchkey-event-totals", TIMEOUT_MS, (client) =>
      addEventTotals({}, client),
    );
  } catch (thrown) {
    logFailure(thrown, "event totals failed");
  }
}
