import type { ApprovalRow } from "@/lib/platform/approvals/repository";
import type { ScopeApprovalResponse } from "@/lib/platform/approvals/schemas";

/** A request for a restricted scope in the format of the API. */
export function serializeApproval(row: ApprovalRow): ScopeApprovalResponse {
  const { client } = row;
  return {
    client_id: row.clientId,
    client_name: client.name,
    organization_id: client.organization.id,
    organization_name: client.organization.name,
    scope: row.scope,
    status: statusOf(row.approved),
    requested_by: row.requestedBy,
    requested_at: row.requestedAt.toISOString(),
    decided_by: row.decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
  };
}

function statusOf(approved: boolean | null): ScopeApprovalResponse["status"] {
  if (approved === null) return "open";
  return approved ? "approved" : "rejected";
}
