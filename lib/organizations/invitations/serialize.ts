import type { InvitationRow } from "@/lib/organizations/invitations/repository";
import type { InvitationResponse } from "@/lib/organizations/invitations/schemas";

/** An open invitation in the format of the API. */
export function serializeInvitation(row: InvitationRow): InvitationResponse {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invited_by: row.inviter && `${row.inviter.firstName} ${row.inviter.lastName}`,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    expired: row.expiresAt <= new Date(),
  };
}
