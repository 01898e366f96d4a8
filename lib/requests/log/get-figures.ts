import type { z } from "zod";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { sql } from "@/lib/core/db/sql";
import { processState } from "@/lib/core/process/process-state";
import type { ApiAccess } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { INSTALLATION, type LogOwner, ORGANIZATION } from "@/lib/requests/log/owners";
import { requestFiguresQuerySchema } from "@/lib/requests/log/query-schemas";
import {
  type RequestCounts,
  type RequestFigures,
  requestFiguresSchema,
} from "@/lib/requests/log/schemas";
import { type ClientsScope, hasManyClients, scopeSql } from "@/lib/requests/log/scope";
import { eventsAsTotals, totalsOfEvents } from "@/lib/requests/log/totals-sql";
import { type FigureWindow, figureWindows, sumCounts } from "@/lib/requests/log/values";

/** Counts the requests of the clients of the caller's organization over time. */
export const getRequestFigures = figuresFor("getRequestFigures", ORGANIZATION);

/** The same for the installation. */
export const getPlatformRequestFigures = figuresFor("getPlatformRequestFigures", INSTALLATION);

/** @throws ServiceError forbidden or insufficient_scope */
function figuresFor<const Id extends string, A extends ApiAccess, P extends z.ZodObject>(
  id: Id,
  { path, access, params, of, scopeOf }: LogOwner<A, P, ClientsScope>,
) {
  return operation({
    id,
    request: { route: `GET ${path}/figures`, params, query: requestFiguresQuerySchema },
    access,
    summary: `Count the requests ${of}`,
    description:
      "Counts requests over time, the denied ones by the check that failed, with the same counts of the period before, and how long calls take.",
    tag: "Requests",
    returns: json(requestFiguresSchema, "The counts."),
    async run(context) {
      const { window, client_id: clientId = null } = context.query;
      const scope = scopeOf(context.caller, context.params);
      return { body: await figuresOf({ ...scope, clientId }, window) };
    },
  });
}

/** For how long figures are reused, so that a page that many keep open costs no more than one. */
const RECENT_MS = 5_000;
const MAX_RECENT = 500;

const recentFigures = () =>
  processState(
    "request-figures",
    () => new Map<string, { at: number; figures: Promise<RequestFigures> }>(),
  );

/** The figures of a scope, up to five seconds old. The caller authorizes. */
export function figuresOf(scope: ClientsScope, window: FigureWindow): Promise<RequestFigures> {
  const key = JSON.stringify([scope, window]);
  const now = performance.now();
  const recent = recentFigures();
  const last = recent.get(key);
  if (last && now - last.at < RECENT_MS) return last.figures;
  const figures = readFigures(scope, window);
  recent.delete(key);
  recent.set(key, { at: now, figures });
  const [oldest] = recent.keys();
  if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest);
  // An error is for those who wait for it, not for the next caller.
  figures.catch(() => recent.delete(key));
  return figures;
}

async function readFigures(scope: ClientsScope, window: FigureWindow): Promise<RequestFigures> {
  const { hours, bars } = figureWindows[window];
  const [rows, { newestAt, ...latency }] = await Promise.all([
    countRequests({ ...scope, hours, bars }),
    measureCalls(scope),
  ]);
  const counted = rows.map(({ start, isBefore, ...row }) => ({
    start: start.toISOString(),
    isBefore,
    ...countsOf(row),
  }));
  const sumOf = (isBefore: boolean) => sum(counted.filter((bar) => bar.isBefore === isBefore));
  return {
    hours,
    bars: counted.flatMap(({ isBefore, ...bar }) => (isBefore ? [] : [bar])),
    totals: sumOf(false),
    previous: sumOf(true),
    last_call_at: newestAt?.toISOString() ?? null,
    ...latency,
  };
}

// The gate's denials are among the events, at most 60 a minute for each client, and all of them among the calls.
function countsOf({ issued, refused, calls }: Omit<BarRow, "start" | "isBefore">): RequestCounts {
  const { allowed = 0, ...denied } = calls;
  const counts: RequestCounts = {
    allowed: allowed + sumCounts(issued),
    issued,
    denied: { ...refused },
  };
  for (const [check, count] of Object.entries(denied)) {
    counts.denied[check] = Math.max(counts.denied[check] ?? 0, count);
  }
  return counts;
}

function sum(all: readonly RequestCounts[]): RequestCounts {
  const total: RequestCounts = { allowed: 0, issued: {}, denied: {} };
  for (const { allowed, issued, denied } of all) {
    total.allowed += allowed;
    addCounts(total.issued, issued);
    addCounts(total.denied, denied);
  }
  return total;
}

function addCounts(total: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
}

type BarRow = {
  start: Date;
  /** Whether it is the period before, for comparison. */
  isBefore: boolean;
  /** Codes and tokens issued, by kind, and `refreshed`. */
  issued: Record<string, number>;
  /** Denials among the events, by check. */
  refused: Record<string, number>;
  /** Calls, by the check that failed or `allowed`. */
  calls: Record<string, number>;
};

type CountValues = ClientsScope & { hours: number; bars: number };

const LENGTH = "make_interval(hours => :hours::int * :bars::int)";
/** Bars end with the current hour, so that a period is as long as it says. */
const END = "(date_trunc('hour', now(), 'UTC') + interval '1 hour')";
const START = `(${END} - ${LENGTH})`;
const BEFORE = `(${START} - ${LENGTH})`;
/** The period before ends as early in its last hour as this one does. */
const BEFORE_END = `(now() - ${LENGTH})`;
const LAST_BEFORE = `(${START} - interval '1 hour')`;

/** SQL: what a total of events counts: the check that failed, or what was issued. */
const WHAT =
  "CASE outcome WHEN 'refused' THEN \"check\" WHEN 'refreshed' THEN outcome ELSE reason END";

const countsIn = (source: string) =>
  `coalesce(json_object_agg(h.what, h.count) FILTER (WHERE h.source = '${source}'), '{}')`;

/**
 * Counts the requests of a scope in bars, and before them those of as long a period, from totals by hour. Of the last
 * hour of the period before, only the events up to the same minute count, so they are read one by one.
 */
function countOfRequests(scope: Partial<ClientsScope>): string {
  const part = scopeSql(scope);
  return `
  WITH events AS (
    SELECT hour, ${WHAT} AS what, outcome, count
    FROM (${totalsOfEvents(part, BEFORE)}) t WHERE hour <> ${LAST_BEFORE}
    UNION ALL
    SELECT hour, ${WHAT}, outcome, count FROM (${eventsAsTotals(part, LAST_BEFORE, BEFORE_END)}) t
  ),
  hours AS (
    SELECT hour, what, CASE outcome WHEN 'refused' THEN 'refused' ELSE 'issued' END AS source, sum(count)::int AS count
    FROM events GROUP BY 1, 2, 3
    UNION ALL
    SELECT h.hour, coalesce(nullif(h.denial, ''), 'allowed'), 'call', sum(h.calls)::int
    FROM (${part.ranges}) s JOIN call_hours h ON ${part.inRange("h")}
    WHERE h.hour >= ${BEFORE} GROUP BY 1, 2
  ),
  happened AS (
    SELECT CASE WHEN hour < ${START} THEN -1 ELSE floor(extract(epoch FROM hour - ${START}) / 3600 / :hours::int)::int END
      AS bar, what, source, sum(count)::int AS count
    FROM hours GROUP BY 1, 2, 3
  )
  SELECT CASE WHEN bar.place < 0 THEN ${BEFORE} ELSE ${START} + make_interval(hours => :hours::int * bar.place) END AS start,
    bar.place < 0 AS "isBefore",
    ${countsIn("issued")} AS issued, ${countsIn("refused")} AS refused, ${countsIn("call")} AS calls
  FROM generate_series(-1, :bars::int - 1) AS bar (place) LEFT JOIN happened h ON h.bar = bar.place
  GROUP BY bar.place ORDER BY bar.place`;
}

/** Counts requests in bars, oldest first, after a row of the period before. */
export const countRequests = sql<CountValues, BarRow>(
  "count-requests",
  { start: "timestamptz", isBefore: "bool", issued: "json", refused: "json", calls: "json" },
  countOfRequests,
);

/** How long calls take, in milliseconds, and when the newest began. */
type Latency = { median: number | null; p95: number | null; newestAt: Date | null };

/** Calls that are measured: the newest, or the newest of each client. */
const SAMPLE = 1_000;
const SAMPLE_OF_EACH = 100;

/** How long the newest calls of a scope in the last 7 days took, without trials. Without an end, partitions of coming days are read too. */
function latencyOfCalls(scope: Partial<LatencyValues>): string {
  const { ranges, newest } = scopeSql(scope);
  const [from, to] = ["now() - interval '7 days'", "now() + interval '1 hour'"];
  const { inRange, order } = newest("k", from, to);
  const isOneRange = !scope.organizationId || scope.clientId || scope.hasManyClients;
  const most = isOneRange ? SAMPLE : SAMPLE_OF_EACH;
  return `
  SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY milliseconds) AS median,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY milliseconds) AS p95,
    max(created_at) AS "newestAt"
  FROM (
    SELECT k.milliseconds, k.created_at FROM (${ranges}) s CROSS JOIN LATERAL (
      SELECT k.milliseconds, k.created_at FROM calls k
      WHERE ${inRange} AND k.created_at >= ${from} AND k.created_at < ${to}
        AND ${isReal("k.company_id")}
      ORDER BY ${order}k.created_at DESC, k.request_id DESC LIMIT ${most}
    ) k ORDER BY k.created_at DESC LIMIT ${SAMPLE}
  ) newest`;
}

type LatencyValues = ClientsScope & { hasManyClients: boolean };

const readLatency = sql<LatencyValues, Latency>(
  "measure-calls",
  { median: "int4?", p95: "int4?", newestAt: "timestamptz?" },
  latencyOfCalls,
);

export async function measureCalls(scope: ClientsScope): Promise<Latency> {
  const { organizationId, clientId } = scope;
  const isLarge = clientId === null && (await hasManyClients(organizationId));
  const [row] = await readLatency({ ...scope, hasManyClients: isLarge });
  return row ?? { median: null, p95: null, newestAt: null };
}
