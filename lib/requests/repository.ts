import { isReal } from "@/lib/core/db/sandbox-sql";
import { sql } from "@/lib/core/db/sql";
import { lastCallAt } from "@/lib/gate/calls/totals-sql";
import { totalsOfEvents } from "@/lib/requests/events/totals-sql";
import { clientsSql } from "@/lib/requests/log/scope";

/** SQL: the length of an hour or day of a span. */
const STEP = "CASE :unit WHEN 'day' THEN interval '24 hours' ELSE interval '1 hour' END";

/** SQL: when a span begins. Used as it is, not through a join, so that partitions of earlier days are not read. */
const START = `(date_trunc(:unit, now(), 'UTC') - (${STEP}) * (:buckets::int - 1))`;

/** How often something happened in one hour or day. */
export type ActivityCount = {
  outcome: "issued" | "refreshed" | "refused";
  /** The kind of code or token issued, or the error code. */
  reason: string;
  count: number;
};

/** One hour or day; `counted` omits what did not happen. */
export type BucketRow = { start: Date; counted: ActivityCount[]; lastCallAt: Date | null };

/** The number of hours or days to count, including the current one. */
export type Span = { unit: "hour" | "day"; buckets: number };

/**
 * Counts by hour or day what was issued to or denied for one or all clients of an organization. Every hour or day of the
 * span has a row, even without activity. Steps are in hours: in a session's own time zone, a day may have 23 or 25.
 * @returns a row for each hour or day, oldest first; none if the organization has no such client
 */
export const countActivity = sql<
  { organizationId: string; clientId: string | null } & Span,
  BucketRow
>(
  "count-activity",
  { start: "timestamptz", counted: "json", lastCallAt: "timestamptz" },
  `
WITH span AS (SELECT ${STEP} AS step, ${START} AS start),
chosen AS (
  SELECT client_id FROM clients
  WHERE organization_id = :organizationId AND (:clientId::text IS NULL OR (client_id = :clientId AND deleted_at IS NULL))
),
counted AS (
  SELECT date_trunc(:unit, h.hour, 'UTC') AS start, h.outcome, h.reason, sum(h.count)::int AS count
  FROM (${totalsOfEvents(clientsSql("SELECT client_id FROM chosen"), START)}) h GROUP BY 1, 2, 3
),
last_call AS (SELECT max(${lastCallAt(`a.client_id = chosen.client_id AND ${isReal("a.company_id")}`)}) AS at FROM chosen)
SELECT bucket.start, last_call.at AS "lastCallAt",
  coalesce(json_agg(json_build_object('outcome', outcome, 'reason', reason, 'count', count) ORDER BY outcome, reason)
    FILTER (WHERE counted.start IS NOT NULL), '[]') AS counted
FROM span
CROSS JOIN last_call
CROSS JOIN LATERAL (
  SELECT span.start + span.step * n AS start FROM generate_series(0, :buckets::int - 1) AS n
) bucket
LEFT JOIN counted ON counted.start = bucket.start
WHERE :clientId::text IS NULL OR EXISTS (SELECT 1 FROM chosen)
GROUP BY bucket.start, last_call.at
ORDER BY bucket.start`,
);
