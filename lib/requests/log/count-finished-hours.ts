import { logFailure } from "@/lib/core/db/database-health";
import { withOwnConnection } from "@/lib/core/db/own-connection";
import { sql } from "@/lib/core/db/sql";
import { INSTALLATION } from "@/lib/requests/log/scope";
import { COUNTED_UNTIL, eventsAsTotals } from "@/lib/requests/log/totals-sql";

/** The first run counts everything that is stored, at about a million events in five seconds. */
const TIMEOUT_MS = 600_000;

/**
 * Counts the hours that ended at least an hour ago and have no totals yet, for each client and for the installation. An
 * event may be stored, or counted further, a little later than it happened.
 */
const addEventTotals = sql<object>(
  "add-event-totals",
  {},
  `
INSERT INTO event_totals (client_id, hour, outcome, reason, "check", count, first_at, last_at)
SELECT coalesce(h.client_id, ''), h.hour, h.outcome, h.reason, h."check", sum(h.count)::int, min(h.first_at), max(h.last_at)
FROM (${eventsAsTotals(INSTALLATION, COUNTED_UNTIL, "date_trunc('hour', now() - interval '1 hour', 'UTC')")}) h
GROUP BY GROUPING SETS ((h.client_id, h.hour, h.outcome, h.reason, h."check"), (h.hour, h.outcome, h.reason, h."check"))
HAVING h.client_id IS NOT NULL OR grouping(h.client_id) = 1
ON CONFLICT DO NOTHING`,
);

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
