import { recordChange } from "@/lib/audit/record-change";
import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { newInvitationLink } from "@/lib/tenants/invitations/invitation";
import { renewInvitation, requireOpenInvitation } from "@/lib/tenants/invitations/invitation-rows";
import {
  DELIVERY,
  INVITATION,
  ofInvitation,
  sendInvitation,
} from "@/lib/tenants/organizations/invitations/invitation";
import { sentInvitationSchema } from "@/lib/tenants/organizations/invitations/schemas";
import { requireRoleAuthority } from "@/lib/tenants/organizations/members/role-authority";

/**
 * Creates a new link for an invitation and sends it. From now on the caller counts as its sender.
 * @throws ServiceError not_found; forbidden for a role above the caller's, since the caller may see the link
 */
export const resendInvitation = operation({
  id: "resendInvitation",
  route: `POST ${INVITATION}/resend`,
  access: organization("members:write"),
  summary: "Send an invitation again",
  description: `Creates a new link that works for another seven days; the earlier one stops working. ${DELIVERY}`,
  tag: "Members",
  params: ofInvitation,
  returns: json(sentInvitationSchema, "The invitation with its new link."),
  async run({ params, caller, locale, info }) {
    const { organizationId } = caller;
    const tenant = { kind: "organization", id: organizationId } as const;
    const invitationLink = newInvitationLink();
    const row = await transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "members:write");
      const openInvitation = await requireOpenInvitation(tx, tenant, params.invitation_id);
      requireRoleAuthority(current, openInvitation.role);
      const invitedBy = current.kind === "user" ? current.userId : null;
      const renewed = await renewInvitation(tx, tenant, openInvitation.id, {
        ...invitationLink.stored,
        invitedBy,
      });
      await recordChange(tx, current, info, {
        action: "invitation.resent",
        target: `invitation:${renewed.id}`,
        after: { email: renewed.email, role: renewed.role },
      });
      return renewed;
    });
    return { body: await sendInvitation(organizationId, row, invitationLink, locale) };
  },
});
