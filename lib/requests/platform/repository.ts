import type { OwnConnection } from "@/lib/core/db/own-connection";
import { sql } from "@/lib/core/db/sql";
import { NEWEST_CALL_AT } from "@/lib/gate/calls/totals-sql";
import { OUTCOME } from "@/lib/protocol/events/outcome-sql";
import {
  type ActivityCount,
  COUNTED_OUTCOME,
  COUNTED_REASON,
  type Span,
} from "@/lib/requests/repository";

/** An hour, day, or several of them; `counted` omits what did not happen. */
export type PlatformBucketRow = {
  start: Date;
  /** Whether it is before the span, for comparison. */
  isBefore: boolean;
  counted: ActivityCount[];
  lastCallAt: Date | null;
};

const HOUR = "date_trunc('hour', e.created_at, 'UTC')";

/** SQL: counts of the events from a point in time to another, by hour. */
const countHours = (from: string, to: string) => `
  SELECT ${HOUR} AS hour, ${COUNTED_OUTCOME} AS outcome, ${COUNTED_REASON} AS reason,
    CASE WHEN e.outcome = 'refused' THEN coalesce(e."check", 'request') ELSE '' END AS "check", sum(1 + e.more)::int AS count
  FROM authorization_events e
  WHERE e.created_at >= ${from} AND e.created_at < ${to} AND ${OUTCOME} <> 'declined'
  GROUP BY 1, 2, 3, 4`;

/** SQL: the end of the hours that have totals. */
const COUNTED_UNTIL = "(SELECT max(hour) + interval '1 hour' FROM event_totals)";

const addTotals = sql<object>(
  "add-event-totals",
  {},
  `
INSERT INTO event_totals (hour, outcome, reason, "check", count)
${countHours(`coalesce(${COUNTED_UNTIL}, '-infinity')`, "date_trunc('hour', now() - interval '1 hour', 'UTC')")}
ON CONFLICT DO NOTHING`,
);

const deleteTotals = sql<{ keptDays: number }>(
  "delete-event-totals",
  {},
  "DELETE FROM event_totals WHERE hour < now() - :keptDays * interval '1 day'",
);

/**
 * Counts the hours that ended at least an hour ago and have no totals yet, and deletes totals that are too old. An event
 * may be stored, or counted further, a little later than it happened.
 */
export async function storeEventTotals(client: OwnConnection, keptDays: number): Promise<void> {
  await addTotals({}, client);
  await deleteTotals({ keptDays }, client);
}

/**
 * Counts what was issued to or denied for all clients of the installation: a row for each hour or day, oldest first,
 * and before them one for as long a period, up to the same time. Only hours without totals are read from the events.
 */
export const countPlatformActivity = sql<Span, PlatformBucketRow>(
  "count-platform-activity",
  { start: "timestamptz", isBefore: "bool", counted: "json", lastCallAt: "timestamptz" },
  `
WITH unit AS (
  SELECT CASE :unit WHEN 'day' THEN interval '24 hours' ELSE interval '1 hour' END AS step
),
span AS (
  SELECT step, step * :buckets::int AS length,
    date_trunc(:unit, now(), 'UTC') - step * (:buckets::int - 1) AS start
  FROM unit
),
hours AS (
  SELECT t.hour, t.outcome, t.reason, t."check", t.count FROM span, event_totals t
  WHERE t.hour >= span.start - span.length
  UNION ALL
  ${countHours(`greatest(coalesce(${COUNTED_UNTIL}, '-infinity'), (SELECT start - length FROM span))`, "'infinity'")}
),
placed AS (
  SELECT CASE WHEN h.hour < span.start THEN span.start - span.length
      ELSE date_trunc(:unit, h.hour, 'UTC') END AS start, h.outcome, h.reason, h.count
  FROM span, hours h
  WHERE h.hour >= span.start OR h.hour < date_trunc('hour', now(), 'UTC') - span.length
),
counted AS (
  SELECT start, outcome, reason, sum(count)::int AS count FROM placed GROUP BY 1, 2, 3
)
SELECT bucket.start, bucket.start < span.start AS "isBefore", ${NEWEST_CALL_AT} AS "lastCallAt",
  coalesce(json_agg(json_build_object('outcome', outcome, 'reason', reason, 'count', count))
    FILTER (WHERE counted.start IS NOT NULL), '[]') AS counted
FROM span
CROSS JOIN LATERAL (
  SELECT span.start - span.length AS start
  UNION ALL
  SELECT span.start + span.step * n FROM generate_series(0, :buckets::int - 1) AS n
) bucket
LEFT JOIN counted ON counted.start = bucket.start
GROUP BY bucket.start, span.start
ORDER BY bucket.start`,
);
