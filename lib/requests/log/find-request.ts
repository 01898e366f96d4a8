import { isId } from "@/lib/core/crypto/ids";
import { first, sql } from "@/lib/core/db/sql";
import type { Difference } from "@/lib/core/diagnosis/difference";
import { parseEntryId } from "@/lib/requests/log/entry-id-values";
import {
  CALL_COLUMNS,
  EVENT_COLUMNS,
  NAMES,
  REQUEST_TYPES,
  type RequestRow,
  ROW,
} from "@/lib/requests/log/row-sql";
import type { RequestScope } from "@/lib/requests/log/scope";
import { spanOfId } from "@/lib/requests/log/span";

/** A request with everything that is stored about it. */
export type DetailRow = RequestRow & {
  message: string | null;
  difference: Difference | null;
  fix: unknown;
  input: unknown;
  /** Those that the client has now. */
  clientScopes: string[];
};

type FindValues = RequestScope & {
  requestId: string;
  /** Null for whichever request has the id. */
  eventId: string | null;
  /** When the call began, if the request is one. */
  from: Date;
  before: Date;
};

const inScope = (alias: string) => `(:organizationId::text IS NULL OR EXISTS (SELECT FROM clients o
    WHERE o.client_id = ${alias}.client_id AND o.organization_id = :organizationId))
  AND (:companyId::bigint IS NULL OR ${alias}.company_id = :companyId)
  AND (:clientId::text IS NULL OR ${alias}.client_id = :clientId)`;

/**
 * What is stored under an id: a call, an event, or both. A call knows how it ended, and its event why. Both are found by
 * index; the call in the second that the id contains. Callers may choose ids that others have: the client whose request
 * was first keeps the id, and among its requests those that authenticated.
 */
const findRows = sql<FindValues, DetailRow>(
  "find-request",
  {
    ...REQUEST_TYPES,
    message: "text",
    difference: "jsonb",
    fix: "jsonb",
    input: "jsonb",
    clientScopes: "text[]",
  },
  `
  WITH call AS (
    SELECT ${CALL_COLUMNS} FROM calls k
    WHERE k.request_id = :requestId AND k.created_at >= :from AND k.created_at <= :before AND ${inScope("k")}
      AND :eventId::bigint IS NULL
    LIMIT 1
  ),
  event AS (
    SELECT ${EVENT_COLUMNS}, e.detail AS message, e.difference, e.fix, e.input
    FROM authorization_events e
    WHERE e.request_id = :requestId AND (:eventId::bigint IS NULL OR e.id = :eventId) AND ${inScope("e")}
      AND NOT EXISTS (SELECT FROM call WHERE e.kind <> 'bearer' OR e.client_id IS DISTINCT FROM call.client_id)
    ORDER BY min(e.created_at) OVER (PARTITION BY e.client_id), e.client_id, e.authenticated DESC, e.created_at, e.id
    LIMIT 1
  ),
  r AS (
    SELECT call.*, event.message, event.difference, event.fix, event.input, event.code AS cause
    FROM call LEFT JOIN event ON true
    UNION ALL
    SELECT event.*, event.code FROM event WHERE NOT EXISTS (SELECT FROM call)
  )
  SELECT ${ROW}, r.cause AS code, r.more, r.message, r.difference, r.fix, r.input,
    coalesce(c.scopes, '{}') AS "clientScopes"
  FROM r ${NAMES}`,
  { plan: "each time" },
);

/** A request of a scope by its id, as `parseEntryId` reads it; null if the scope has none. */
export async function findRequest(scope: RequestScope, id: string): Promise<DetailRow | null> {
  const entry = parseEntryId(id);
  if (!entry) return null;
  // A caller's own id contains no time, and no call has one.
  const span = isId(entry.requestId)
    ? spanOfId(entry.requestId)
    : { from: new Date(0), before: new Date(0) };
  return first(await findRows({ ...scope, ...entry, ...span }));
}
