import { recordChange } from "@/lib/audit/record-change";
import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  requireOpenInvitation,
  revokeInvitationRow,
} from "@/lib/tenants/invitations/invitation-rows";
import {
  INVITATION,
  ofInvitation,
  serializeInvitation,
} from "@/lib/tenants/organizations/invitations/invitation";
import { invitationSchema } from "@/lib/tenants/organizations/invitations/schemas";
import { requireRoleAuthority } from "@/lib/tenants/organizations/members/role-authority";

/**
 * Revokes the link of an invitation.
 * @throws ServiceError not_found; forbidden for a role above the caller's
 */
export const revokeInvitation = operation({
  id: "revokeInvitation",
  route: `DELETE ${INVITATION}`,
  access: organization("members:write"),
  summary: "Revoke an invitation",
  description: "Revokes an invitation. Its link stops working immediately.",
  tag: "Members",
  params: ofInvitation,
  returns: json(invitationSchema, "The revoked invitation."),
  run({ params, caller, info }) {
    const tenant = { kind: "organization", id: caller.organizationId } as const;
    return transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "members:write");
      const row = await requireOpenInvitation(tx, tenant, params.invitation_id);
      requireRoleAuthority(current, row.role);
      // It may have been accepted since it was read.
      await revokeInvitationRow(tx, tenant, row.id);
      await recordChange(tx, current, info, {
        action: "invitation.revoked",
        target: `invitation:${row.id}`,
        before: { email: row.email, role: row.role },
      });
      return { body: serializeInvitation(row) };
    });
  },
});
