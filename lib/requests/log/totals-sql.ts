import { logFailure } from "@/lib/core/db/database-health";
import { withOwnConnection } from "@/lib/core/db/pool";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { sql } from "@/lib/core/db/sql";
import { OUTCOME } from "@/lib/protocol/events/outcome-sql";
import { INSTALLATION, type ScopeSql } from "@/lib/requests/log/scope";

/** SQL: the end of the hours that have totals. */
const COUNTED_UNTIL =
  "coalesce((SELECT max(hour) + interval '1 hour' FROM event_totals WHERE client_id = ''), '-infinity')";

/** SQL: an event `e` as a total of its hour. */
const ONE = `e.client_id, date_trunc('hour', e.created_at, 'UTC') AS hour,
  CASE WHEN e.outcome = 'refused' THEN 'refused' WHEN e.kind = 'refresh' THEN 'refreshed' ELSE 'issued' END AS outcome,
  CASE e.reason WHEN 'authorization_code' THEN 'code' ELSE e.reason END AS reason,
  CASE WHEN e.outcome = 'refused' THEN coalesce(e."check", 'request') ELSE '' END AS "check",
  1 + e.more AS count, e.created_at AS first_at, e.created_at AS last_at`;

/** SQL: the events of a scope in a time as totals of their hours, one for each, without trials. `from` and `to` are expressions. */
export function eventsAsTotals({ ranges, inRange }: ScopeSql, from: string, to: string): string {
  return `
  SELECT ${ONE} FROM (${ranges}) s JOIN authorization_events e ON ${inRange("e")}
  WHERE e.created_at >= ${from} AND e.created_at < ${to} AND ${OUTCOME} <> 'declined'
    AND ${isReal("e.company_id")}`;
}

/**
 * SQL: totals `(client_id, hour, outcome, reason, "check", count, first_at, last_at)` of the events of a scope from an
 * hour on. Hours that are not counted yet come from the events.
 * @param from expression for the beginning of an hour
 */
export function totalsOfEvents(scope: ScopeSql, from: string): string {
  return `
  SELECT t.client_id, t.hour, t.outcome, t.reason, t."check", t.count, t.first_at, t.last_at
  FROM (${scope.ranges}) s JOIN event_totals t ON ${scope.inTotals("t")} WHERE t.hour >= ${from}
  UNION ALL ${eventsAsTotals(scope, `greatest(${COUNTED_UNTIL}, ${from})`, "'infinity'")}`;
}

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
