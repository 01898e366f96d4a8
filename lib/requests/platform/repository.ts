import { sql } from "@/lib/core/db/sql";
import { NEWEST_CALL_AT } from "@/lib/gate/calls/totals-sql";
import { COUNTED_UNTIL, eventsAsTotals, totalsOfEvents } from "@/lib/requests/events/totals-sql";
import { INSTALLATION } from "@/lib/requests/log/scope";
import type { ActivityCount, Span } from "@/lib/requests/repository";

/** An hour, day, or several of them; `counted` omits what did not happen. */
export type PlatformBucketRow = {
  start: Date;
  /** Whether it is before the span, for comparison. */
  isBefore: boolean;
  counted: ActivityCount[];
  lastCallAt: Date | null;
};

/**
 * Counts the hours that ended at least an hour ago and have no totals yet, for each client and for the installation. An
 * event may be stored, or counted further, a little later than it happened.
 */
export const addEventTotals = sql<object>(
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
hours AS (${totalsOfEvents(INSTALLATION, "(SELECT start - length FROM span)")}),
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
  coalesce(json_agg(json_build_object('outcome', outcome, 'reason', reason, 'count', count) ORDER BY outcome, reason)
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
