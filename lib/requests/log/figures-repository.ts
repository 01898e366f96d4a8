import { isReal } from "@/lib/core/db/sandbox-sql";
import { sql } from "@/lib/core/db/sql";
import { eventsAsTotals, totalsOfEvents } from "@/lib/requests/events/totals-sql";
import { type RequestScope, scopeSql } from "@/lib/requests/log/scope";

/** Several hours of a log. */
export type BarRow = {
  start: Date;
  /** Whether it is the period before, for comparison. */
  isBefore: boolean;
  /** Codes and tokens issued. */
  issued: number;
  /** Denials among the events, by check. */
  refused: Record<string, number>;
  /** Calls, by the check that failed or `allowed`. */
  calls: Record<string, number>;
};

type CountValues = RequestScope & { hours: number; bars: number };

const LENGTH = "make_interval(hours => :hours::int * :bars::int)";
/** Bars end with the current hour, so that a period is as long as it says. */
const END = "(date_trunc('hour', now(), 'UTC') + interval '1 hour')";
const START = `(${END} - ${LENGTH})`;
const BEFORE = `(${START} - ${LENGTH})`;
/** The period before ends as early in its last hour as this one does. */
const BEFORE_END = `(now() - ${LENGTH})`;
const LAST_BEFORE = `(${START} - interval '1 hour')`;

/**
 * Counts the requests of a scope in bars, and before them those of as long a period, from totals by hour. Of the last
 * hour of the period before, only the events up to the same minute count, so they are read one by one.
 */
export function countOfRequests(scope: Partial<RequestScope>): string {
  const part = scopeSql(scope);
  return `
  WITH events AS (
    SELECT hour, nullif("check", '') AS "check", count
    FROM (${totalsOfEvents(part, BEFORE)}) t WHERE hour <> ${LAST_BEFORE}
    UNION ALL
    SELECT hour, nullif("check", ''), count FROM (${eventsAsTotals(part, LAST_BEFORE, BEFORE_END)}) t
  ),
  hours AS (
    SELECT hour, "check", 'event' AS source, sum(count)::int AS count FROM events GROUP BY 1, 2
    UNION ALL
    SELECT h.hour, h.denial, 'call', sum(h.calls)::int
    FROM (${part.ranges}) s JOIN call_hours h ON ${part.inRange("h")}
    WHERE h.hour >= ${BEFORE} GROUP BY 1, 2
  ),
  happened AS (
    SELECT CASE WHEN hour < ${START} THEN -1 ELSE floor(extract(epoch FROM hour - ${START}) / 3600 / :hours::int)::int END
      AS bar, "check", source, sum(count)::int AS count
    FROM hours GROUP BY 1, 2, 3
  )
  SELECT CASE WHEN bar.place < 0 THEN ${BEFORE} ELSE ${START} + make_interval(hours => :hours::int * bar.place) END AS start,
    bar.place < 0 AS "isBefore",
    coalesce(sum(h.count) FILTER (WHERE h.source = 'event' AND h."check" IS NULL), 0)::int AS issued,
    coalesce(json_object_agg(h."check", h.count) FILTER (WHERE h.source = 'event' AND h."check" IS NOT NULL), '{}')
      AS refused,
    coalesce(json_object_agg(coalesce(nullif(h."check", ''), 'allowed'), h.count) FILTER (WHERE h.source = 'call'), '{}')
      AS calls
  FROM generate_series(-1, :bars::int - 1) AS bar (place) LEFT JOIN happened h ON h.bar = bar.place
  GROUP BY bar.place ORDER BY bar.place`;
}

/** Counts requests in bars, oldest first, after a row of the period before. */
export const countRequests = sql<CountValues, BarRow>(
  "count-requests",
  { start: "timestamptz", isBefore: "bool", issued: "int4", refused: "json", calls: "json" },
  countOfRequests,
);

/** How long calls take, in milliseconds. */
type Latency = { median: number | null; p95: number | null };

/** Calls that are measured: the newest, or the newest of each client. */
const SAMPLE = 1_000;
const SAMPLE_OF_EACH = 100;

/** How long the newest calls of a scope in the last 7 days took, without trials. Without an end, partitions of coming days are read too. */
export function latencyOfCalls(scope: Partial<RequestScope>): string {
  const { ranges, inRange } = scopeSql(scope);
  const most = scope.organizationId && !scope.clientId ? SAMPLE_OF_EACH : SAMPLE;
  return `
  SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY milliseconds) AS median,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY milliseconds) AS p95
  FROM (
    SELECT k.milliseconds, k.created_at FROM (${ranges}) s CROSS JOIN LATERAL (
      SELECT k.milliseconds, k.created_at FROM calls k
      WHERE ${inRange("k")} AND k.created_at >= now() - interval '7 days' AND k.created_at < now() + interval '1 hour'
        AND ${isReal("k.company_id")}
      ORDER BY k.created_at DESC, k.request_id DESC LIMIT ${most}
    ) k ORDER BY k.created_at DESC LIMIT ${SAMPLE}
  ) newest`;
}

const readLatency = sql<RequestScope, Latency>(
  "measure-calls",
  { median: "int4", p95: "int4" },
  latencyOfCalls,
);

export async function measureCalls(scope: RequestScope): Promise<Latency> {
  const [row] = await readLatency(scope);
  return row ?? { median: null, p95: null };
}
