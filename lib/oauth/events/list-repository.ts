import { hotQuery } from "@/lib/db/pool";
import type { ListEventsQuery } from "@/lib/oauth/events/query-schemas";
import type { RefusalKind } from "@/lib/oauth/events/repository";

/** An event as the database holds it; the JSON columns are not parsed yet. */
export type EventRow = {
  id: string;
  kind: RefusalKind;
  outcome: "issued" | "refused";
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
  createdAt: Date;
};

const FILTER = `
  e.client_id = $2
  AND ($3::authorization_event_kind IS NULL OR e.kind = $3)
  AND ($4::authorization_outcome IS NULL OR e.outcome = $4)
  AND ($5::text IS NULL OR e.reason = $5) AND ($6::text IS NULL OR e."check" = $6)
  AND ($7::text IS NULL OR e.request_id = $7)
  AND ($8::timestamptz IS NULL OR e.created_at >= $8)
  AND ($9::timestamptz IS NULL OR e.created_at < $9)`;

// Whose client it is, the count and the page at one moment: no row, no such client.
const LIST_EVENTS = `
  SELECT counted.total, listed.*
  FROM clients c
  CROSS JOIN (SELECT count(*)::int AS total FROM authorization_events e WHERE ${FILTER}) counted
  LEFT JOIN (
    SELECT e.id::text AS id, e.kind, e.outcome, e.reason, e."check", e.detail, e.input, e.difference,
      e.fix, e.request_id AS "requestId", e.company_id AS "companyId",
      e.organization_id AS "organizationId", e.authenticated, e.created_at AS "createdAt"
    FROM authorization_events e WHERE ${FILTER}
    ORDER BY e.created_at DESC, e.id DESC LIMIT $10 OFFSET $11
  ) listed ON true
  WHERE c.organization_id = $1 AND c.client_id = $2 AND c.deleted_at IS NULL
  ORDER BY listed."createdAt" DESC, listed.id::bigint DESC`;

/** A page of a client's events, and how many match; null when the organization has no such client. */
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
      query.page_size,
      (query.page_no - 1) * query.page_size,
    ],
  );
  const [first] = rows;
  return first ? { total: first.total, events: rows.filter((row) => row.id !== null) } : null;
}
