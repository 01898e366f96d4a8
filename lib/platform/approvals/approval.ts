import type { ApprovalRow } from "@/lib/platform/approvals/repository";
import type { ScopeApprovalResponse } from "@/lib/platform/approvals/schemas";
import { CLIENT, ofClient } from "@/lib/platform/clients/directory-client";
import { scopeNameSchema } from "@/lib/platform/scopes/schemas";

export const OF_CLIENT = `${CLIENT}/scopes` as const;
export const APPROVAL = `${OF_CLIENT}/{scope}` as const;

export const ofApproval = ofClient.extend({
  scope: scopeNameSchema.meta({
    description: "The scope, percent-encoded: `company%2Flegal%2Fwrite`.",
    example: "company/legal/write",
  }),
});

/**
 * Requests for restricted scopes as the API has them, in the order of client and scope.
 * @param clientId whose; null for those of all extensions
 */
export const approvals = (clientId: string | null) => ({
  list: `scope-approvals:${clientId ?? ""}`,
  // Neither part contains a space.
  keyOf: (row: ApprovalRow) => `${row.clientId} ${row.scope}`,
  first: "",
  missing: "The extension has not requested this scope. Decide without a request with a PUT.",
  serialize: serializeApproval,
});

export function serializeApproval(row: ApprovalRow): ScopeApprovalResponse {
  const { client } = row;
  return {
    client_id: row.clientId,
    client_name: client.name,
    organization_id: client.organization.id,
    organization_name: client.organization.name,
    scope: row.scope,
    status: statusOf(row.approved),
    approved: row.approved,
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
