import type { RequestRow } from "@/lib/requests/log/row-sql";
import type { Request } from "@/lib/requests/log/schemas";

/** A request on the wire. */
export function serializeRequest(row: RequestRow): Request {
  return {
    id: row.key,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
    kind: row.kind,
    outcome: row.outcome,
    code: row.code,
    check: row.check,
    method: row.method,
    path: row.path,
    status: row.status,
    milliseconds: row.milliseconds,
    client: row.clientId === null ? null : { id: row.clientId, name: row.clientName },
    company:
      row.companyId === null
        ? null
        : { id: row.companyId, name: row.companyName, is_sandbox: row.isTrial },
    organization_id: row.organizationId,
    more: row.more,
    authenticated: row.authenticated,
    caller: row.callerKind && { kind: row.callerKind, id: row.callerId, name: row.callerName },
    scope: row.scope,
  };
}
