import { type ListPart, type PartValues, partValues } from "@/lib/core/db/list-sql";
import { sql } from "@/lib/core/db/sql";
import type { Difference } from "@/lib/core/diagnosis/difference";
import { OUTCOME } from "@/lib/protocol/events/outcome-sql";
import type { EventKind } from "@/lib/protocol/events/values";
import type { ListEventsQuery } from "@/lib/requests/events/query-schemas";

/** An event as stored; the JSON columns are not parsed yet. */
export type EventRow = {
  id: string;
  kind: EventKind;
  outcome: "issued" | "refused" | "declined";
  reason: string;
  check: string | null;
  detail: string | null;
  input: unknown;
  difference: Difference | null;
  fix: unknown;
  requestId: string;
  companyId: number | null;
  organizationId: string | null;
  authenticated: boolean;
  more: number;
  createdAt: Date;
};

/**
 * Events `e` of `:clientId` that match `:kind`, `:outcome`, `:reason`, `:check`, `:requestId`, `:from`, `:to`,
 * and `:authenticated`; null matches all.
 */
const FILTER = `
  e.client_id = :clientId
  AND (:kind::text IS NULL OR e.kind = :kind)
  AND (:outcome::text IS NULL OR ${OUTCOME} = :outcome)
  AND (:reason::text IS NULL OR e.reason = :reason) AND (:check::text IS NULL OR e."check" = :check)
  AND (:requestId::text IS NULL OR e.request_id = :requestId)
  AND (:from::timestamptz IS NULL OR e.created_at >= :from)
  AND (:to::timestamptz IS NULL OR e.created_at < :to)
  AND (:authenticated::boolean IS NULL OR e.authenticated = :authenticated)`;

/** How many denials of anonymous callers per day an unfiltered list shows. */
const STRANGERS_A_DAY = 5;

const SHOWN = `(s.place IS NULL OR s.place <= ${STRANGERS_A_DAY})`;

// Ownership, count and page in one statement; no row if there is no such client.
const listEvents = sql<
  {
    organizationId: string;
    clientId: string;
    kind: string | null;
    outcome: string | null;
    reason: string | null;
    check: string | null;
    requestId: string | null;
    from: string | null;
    to: string | null;
    authenticated: boolean | null;
    limitStrangers: boolean;
  } & PartValues,
  { total: number } & (EventRow | { id: null })
>(
  "list-events",
  {
    total: "int4",
    id: "text",
    kind: "text",
    outcome: "text",
    reason: "text",
    check: "text",
    detail: "text",
    input: "jsonb",
    difference: "jsonb",
    fix: "jsonb",
    requestId: "text",
    companyId: "int8",
    organizationId: "text",
    authenticated: "bool",
    createdAt: "timestamptz",
    more: "int4",
  },
  `
  WITH stranger AS MATERIALIZED (
    SELECT e.id, row_number() OVER newest_first AS place, coalesce(sum(1 + e.more) OVER (newest_first
        ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING), 0)::int AS older
    FROM authorization_events e
    WHERE :limitStrangers::boolean AND e.outcome = 'refused' AND NOT e.authenticated AND NOT e.signed_in AND ${FILTER}
    WINDOW newest_first AS (PARTITION BY date_trunc('day', e.created_at, 'UTC')
      ORDER BY e.created_at DESC, e.id DESC))
  SELECT counted.total, listed.*
  FROM clients c
  CROSS JOIN (
    SELECT count(*)::int AS total FROM authorization_events e LEFT JOIN stranger s ON s.id = e.id
    WHERE :isCounted::boolean AND ${FILTER} AND ${SHOWN}
  ) counted
  LEFT JOIN (
    SELECT e.id::text AS id, e.kind, ${OUTCOME} AS outcome, e.reason, e."check", e.detail, e.input, e.difference,
      e.fix, e.request_id AS "requestId", e.company_id AS "companyId",
      e.organization_id AS "organizationId", e.authenticated, e.created_at AS "createdAt",
      e.more + CASE WHEN s.place = ${STRANGERS_A_DAY} THEN s.older ELSE 0 END AS more
    FROM authorization_events e LEFT JOIN stranger s ON s.id = e.id
    WHERE ${FILTER} AND ${SHOWN}
      AND (e.created_at, e.id) < (coalesce(:afterTime::timestamptz, 'infinity'), coalesce(:afterId::bigint, 0))
    ORDER BY e.created_at DESC, e.id DESC LIMIT :limit OFFSET :offset
  ) listed ON true
  WHERE c.organization_id = :organizationId AND c.client_id = :clientId AND c.deleted_at IS NULL
  ORDER BY listed."createdAt" DESC, listed.id::bigint DESC`,
);

/**
 * A part of a client's events with the number of matches; null if the organization has no such client. Anyone can send
 * failing requests in a client's name, so unless the query asks for them, a few per day represent the rest.
 */
export async function listEventRows(
  organizationId: string,
  clientId: string,
  query: ListEventsQuery,
  part: ListPart,
): Promise<{ total: number; rows: EventRow[] } | null> {
  const rows = await listEvents({
    organizationId,
    clientId,
    kind: query.kind ?? null,
    outcome: query.outcome ?? null,
    reason: query.reason ?? null,
    check: query.check ?? null,
    requestId: query.request_id ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
    authenticated: query.authenticated ?? null,
    limitStrangers: !isNarrowed(query),
    ...partValues(part),
  });
  const [first] = rows;
  return first ? { total: first.total, rows: rows.filter((row) => row.id !== null) } : null;
}

// Whether the query filters by more than time, in which case all matches are shown.
function isNarrowed({ kind, reason, check, request_id, authenticated }: ListEventsQuery): boolean {
  return [kind, reason, check, request_id, authenticated].some((value) => value !== undefined);
}
