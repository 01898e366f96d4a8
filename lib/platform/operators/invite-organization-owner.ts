import { z } from "zod";
import { recordChange } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { organizationIdSchema } from "@/lib/core/schemas/id-schema";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { PLATFORM, TAG } from "@/lib/platform/operators/paths";
import { lockOrganization } from "@/lib/platform/operators/repository";
import { inviteOwnerSchema, sentOwnerInvitationSchema } from "@/lib/platform/operators/schemas";
import { sendOwnerInvitation } from "@/lib/platform/operators/send-owner-invitation";
import { newInvitationLink } from "@/lib/tenants/invitations/new-invitation-link";
import { addInvitation } from "@/lib/tenants/organizations/invitations/add-invitation";

/**
 * Invites a person as an owner of an organization.
 * @throws ServiceError forbidden, insufficient_scope, not_found; conflict for a member or a person with an open
 * invitation
 */
export const inviteOrganizationOwner = operation({
  id: "inviteOrganizationOwner",
  route: `POST ${PLATFORM}/organizations/{organization_id}/owner-invitations`,
  access: platform("directory:write"),
  summary: "Invite an organization's owner",
  description: "Mails a link that makes a person an owner, or returns it if no mail was sent.",
  tag: TAG,
  params: z.object({
    organization_id: organizationIdSchema.meta({ description: "The organization." }),
  }),
  body: inviteOwnerSchema,
  returns: json(sentOwnerInvitationSchema, "The invitation.", { status: 201 }),
  errors: ["conflict"],
  async run({ params, body: { email }, caller, locale, info }) {
    const { organization_id: id } = params;
    const invitedBy = caller.kind === "operator" ? caller.userId : null;
    const invitationLink = newInvitationLink();
    const { name, row } = await transaction(async (tx) => {
      const organization = await lockOrganization(tx, id);
      if (!organization) {
        throw new ServiceError("not_found", "There is no such organization. List organizations.");
      }
      const newInvitation = await addInvitation(
        tx,
        id,
        { email, role: "owner", invitedBy },
        invitationLink,
      );
      const actor = platformActor(caller);
      const change = { action: "invitation.created", target: `invitation:${newInvitation.id}` };
      const after = { email, role: "owner" };
      const by = { kind: "platform", organizationId: id, actor } as const;
      await recordChange(tx, by, info, { ...change, after });
      await recordPlatformChange(tx, actor, info, {
        ...change,
        after: { organization_id: id, ...after },
      });
      return { name: organization.name, row: newInvitation };
    });
    return {
      body: await sendOwnerInvitation(
        { kind: "organization", id, name },
        row,
        invitationLink,
        locale,
      ),
    };
  },
});
