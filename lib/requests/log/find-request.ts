import { isId } from "@/lib/core/crypto/ids";
import { first, sql } from "@/lib/core/db/sql";
import type { Difference } from "@/lib/core/diagnosis/difference";
import { spanOf } from "@/lib/requests/calls/call-log";
import type { CallerKind } from "@/lib/requests/calls/values";
import { parseEntryId } from "@/lib/requests/log/entry-id-values";
import {
  CALL_COLUMNS,
  EVENT_COLUMNS,
  NAMES,
  REQUEST_TYPES,
  type RequestRow,
  ROW,
} from "@/lib/requests/log/list-sql";
import type { RequestScope } from "@/lib/requests/log/scope";

/** A request with everything that is stored about it. */
export type DetailRow = RequestRow & {
  message: string | null;
  difference: Difference | null;
  fix: unknown;
  input: unknown;
  authenticated: boolean;
  scope: string | null;
  callerKind: CallerKind | null;
  callerId: string | null;
  callerName: string | null;
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

const IN_SCOPE = `(:organizationId::text IS NULL OR EXISTS (SELECT FROM clients o
    WHERE o.client_id = x.client_id AND o.organization_id = :organizationId))
  AND (:clientId::text IS NULL OR x.client_id = :clientId)`;
const inScope = (alias: string) => IN_SCOPE.replaceAll("x.", `${alias}.`);

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
    authenticated: "bool",
    scope: "text",
    callerKind: "text",
    callerId: "text",
    callerName: "text",
    clientScopes: "text[]",
  },
  `
  WITH call AS (
    SELECT ${CALL_COLUMNS}, k.scope, k.caller_kind, k.user_id, k.system_user_id
    FROM calls k
    WHERE k.request_id = :requestId AND k.created_at >= :from AND k.created_at <= :before AND ${inScope("k")}
      AND :eventId::bigint IS NULL
    LIMIT 1
  ),
  event AS (
    SELECT ${EVENT_COLUMNS}, e.detail AS message, e.difference, e.fix, e.input, e.authenticated
    FROM authorization_events e
    WHERE e.request_id = :requestId AND (:eventId::bigint IS NULL OR e.id = :eventId) AND ${inScope("e")}
      AND NOT EXISTS (SELECT FROM call WHERE e.kind <> 'bearer' OR e.client_id IS DISTINCT FROM call.client_id)
    ORDER BY min(e.created_at) OVER (PARTITION BY e.client_id), e.client_id, e.authenticated DESC, e.created_at, e.id
    LIMIT 1
  ),
  r AS (
    SELECT call.key, call.request_id, call.created_at, call.kind, call.outcome, event.code, call."check", call.method,
      call.path, call.status, call.milliseconds, call.client_id, call.company_id, call.organization_id, call.more
    FROM call LEFT JOIN event ON true
    UNION ALL
    SELECT event.key, event.request_id, event.created_at, event.kind, event.outcome, event.code, event."check",
      event.method, event.path, event.status, event.milliseconds, event.client_id, event.company_id,
      event.organization_id, event.more
    FROM event WHERE NOT EXISTS (SELECT FROM call)
  )
  SELECT ${ROW}, event.message, event.difference, event.fix, event.input,
    coalesce(event.authenticated, true) AS authenticated, call.scope, call.caller_kind AS "callerKind",
    CASE WHEN call.user_id IS NULL THEN call.system_user_id ELSE coalesce(u.external_id, call.user_id) END AS "callerId",
    CASE WHEN call.user_id IS NULL THEN y.username
      WHEN u.erased_at IS NULL THEN nullif(btrim(concat(u.first_name, ' ', u.last_name)), '') END AS "callerName",
    coalesce(c.scopes, '{}') AS "clientScopes"
  FROM r LEFT JOIN call ON true LEFT JOIN event ON true ${NAMES}
  LEFT JOIN users u ON u.id = call.user_id
  LEFT JOIN system_users y ON y.id = call.system_user_id`,
  { plan: "each time" },
);

/** A request of a scope by its id, as `parseEntryId` reads it; null if the scope has none. */
export async function findRequest(scope: RequestScope, id: string): Promise<DetailRow | null> {
  const entry = parseEntryId(id);
  if (!entry) return null;
  // A caller's own id contains no time, and no call has one.
  const span = isId(entry.requestId)
    ? spanOf({ request_id: entry.requestId })
    : { from: new Date(0), before: new Date(0) };
  return first(await findRows({ ...scope, ...entry, from: span.from, before: span.before }));
}
