import type { ListEventsQuery } from "@/lib/activity/events/query-schemas";
import { hotQuery } from "@/lib/kernel/db/pool";
import { OUTCOME } from "@/lib/oauth/events/outcome-sql";
import type { EventKind } from "@/lib/oauth/events/schemas";

/** An event as stored; the JSON columns are not parsed yet. */
export type EventRow = {
  id: string;
  kind: EventKind;
  outcome: "issued" | "refused" | "declined";
  reason: string;
  check: string | null;
  detail: string | null;
  input: unknown;
  difference: string | null;
  fix: unknown;
  requestId: string;
  companyId: number | null;
  organizationId: string | null;
  authenticated: boolean;
  more: number;
  createdAt: Date;
};

const FILTER = `
  e.client_id = $2
  AND ($3::authorization_event_kind IS NULL OR e.kind = $3)
  AND ($4::text IS NULL OR ${OUTCOME} = $4)
  AND ($5::text IS NULL OR e.reason = $5) AND ($6::text IS NULL OR e."check" = $6)
  AND ($7::text IS NULL OR e.request_id = $7)
  AND ($8::timestamptz IS NULL OR e.created_at >= $8)
  AND ($9::timestamptz IS NULL OR e.created_at < $9)
  AND ($10::boolean IS NULL OR e.authenticated = $10)`;

/** How many unauthenticated denials per day an unfiltered list shows. */
const STRANGERS_A_DAY = 5;

const SHOWN = `(s.place IS NULL OR s.place <= ${STRANGERS_A_DAY})`;

// Ownership, count and page in one statement; no row if there is no such client.
const LIST_EVENTS = `
  WITH stranger AS MATERIALIZED (
    SELECT e.id, row_number() OVER newest_first AS place, coalesce(sum(1 + e.more) OVER (newest_first
        ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING), 0)::int AS older
    FROM authorization_events e
    WHERE $11::boolean AND e.outcome = 'refused' AND NOT e.authenticated AND ${FILTER}
    WINDOW newest_first AS (PARTITION BY date_trunc('day', e.created_at, 'UTC')
      ORDER BY e.created_at DESC, e.id DESC))
  SELECT counted.total, listed.*
  FROM clients c
  CROSS JOIN (
    SELECT count(*)::int AS total FROM authorization_events e LEFT JOIN stranger s ON s.id = e.id
    WHERE ${FILTER} AND ${SHOWN}
  ) counted
  LEFT JOIN (
    SELECT e.id::text AS id, e.kind, ${OUTCOME} AS outcome, e.reason, e."check", e.detail, e.input, e.difference,
      e.fix, e.request_id AS "requestId", e.company_id AS "companyId",
      e.organization_id AS "organizationId", e.authenticated, e.created_at AS "createdAt",
      e.more + CASE WHEN s.place = ${STRANGERS_A_DAY} THEN s.older ELSE 0 END AS more
    FROM authorization_events e LEFT JOIN stranger s ON s.id = e.id
    WHERE ${FILTER} AND ${SHOWN}
    ORDER BY e.created_at DESC, e.id DESC LIMIT $12 OFFSET $13
  ) listed ON true
  WHERE c.organization_id = $1 AND c.client_id = $2 AND c.deleted_at IS NULL
  ORDER BY listed."createdAt" DESC, listed.id::bigint DESC`;

/**
 * A page of a client's events with the number of matches; null if the organization has no such client. Anyone can send
 * failing requests in a client's name, so unless the query asks for them, a few per day represent the rest.
 */
export async function listEventRows(
  organizationId: string,
  clientId: string,
  query: ListEventsQuery,
): Promise<{ total: number; events: EventRow[] } | null> {
  const rows = await hotQuery<{ total: number } & (EventRow | { id: null })>(
    "list-events",
    LIST_EVENTS,
    [
      organizationId,
      clientId,
      query.kind ?? null,
      query.outcome ?? null,
      query.reason ?? null,
      query.check ?? null,
      query.request_id ?? null,
      query.from ?? null,
      query.to ?? null,
      query.authenticated ?? null,
      !isNarrowed(query),
      query.page_size,
      (query.page_no - 1) * query.page_size,
    ],
  );
  const [first] = rows;
  return first ? { total: first.total, events: rows.filter((row) => row.id !== null) } : null;
}

// Whether the query filters by more than time, in which case all matches are shown.
function isNarrowed({ kind, reason, check, request_id, authenticated }: ListEventsQuery): boolean {
  return [kind, reason, check, request_id, authenticated].some((value) => value !== undefined);
}
