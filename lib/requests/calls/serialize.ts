import type { CallRow } from "@/lib/requests/calls/list-sql";
import type { Call } from "@/lib/requests/calls/schemas";

/** A call on the wire. */
export function serializeCall(row: CallRow): Call {
  return {
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
    method: row.method,
    path: row.path,
    status: row.status,
    milliseconds: row.milliseconds,
    client: { id: row.clientId, name: row.clientName },
    company:
      row.companyId === null
        ? null
        : { id: row.companyId, name: row.companyName, is_sandbox: row.isTrial },
    organization_id: row.organizationId,
    caller: { kind: row.callerKind, id: row.callerId, name: row.callerName },
    scope: row.scope,
    denial: row.denial,
  };
}
