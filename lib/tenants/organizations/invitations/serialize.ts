import type { InvitationRow } from "@/lib/tenants/invitations/kinds";
import type { InvitationResponse } from "@/lib/tenants/organizations/invitations/schemas";

/** An open invitation in the format of the API. */
export function serializeInvitation(row: InvitationRow<"organization">): InvitationResponse {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invited_by: row.inviterName,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    expired: row.expiresAt <= new Date(),
  };
}
