import { recordChange } from "@/lib/audit/record-change";
import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { addInvitation } from "@/lib/tenants/invitations/add-invitation";
import { newInvitationLink } from "@/lib/tenants/invitations/invitation";
import {
  COLLECTION,
  DELIVERY,
  sendInvitation,
} from "@/lib/tenants/organizations/invitations/invitation";
import {
  createInvitationSchema,
  sentInvitationSchema,
} from "@/lib/tenants/organizations/invitations/schemas";
import { requireRoleAuthority } from "@/lib/tenants/organizations/members/role-authority";
import { ofOrganization } from "@/lib/tenants/organizations/organization";

/**
 * Invites an email address to the caller's organization.
 * @throws ServiceError forbidden for a role above the caller's; conflict for a member, or if the address has an open
 * invitation
 */
export const createInvitation = operation({
  id: "createInvitation",
  route: `POST ${COLLECTION}`,
  access: organization("members:write"),
  summary: "Invite someone",
  description: `Creates a link that works once, within seven days, and only for this address. ${DELIVERY} Callers cannot invite people to a role with more permissions than they have.`,
  tag: "Members",
  params: ofOrganization,
  body: createInvitationSchema,
  returns: json(sentInvitationSchema, "The new invitation.", { status: 201 }),
  errors: ["conflict"],
  async run({ body, caller, locale, info }) {
    const { organizationId } = caller;
    const invitationLink = newInvitationLink();
    const row = await transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "members:write");
      requireRoleAuthority(current, body.role);
      const invitedBy = current.kind === "user" ? current.userId : null;
      const inserted = await addInvitation(
        tx,
        { kind: "organization", id: organizationId },
        { ...body, invitedBy },
        invitationLink,
      );
      await recordChange(tx, current, info, {
        action: "invitation.created",
        target: `invitation:${inserted.id}`,
        after: { email: inserted.email, role: inserted.role },
      });
      return inserted;
    });
    return { body: await sendInvitation(organizationId, row, invitationLink, locale) };
  },
});
