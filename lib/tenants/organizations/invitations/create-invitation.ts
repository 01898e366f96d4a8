import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  COLLECTION,
  DELIVERY,
  sendInvitation,
} from "@/lib/tenants/organizations/invitations/invitation";
import {
  createInvitationSchema,
  sentInvitationSchema,
} from "@/lib/tenants/organizations/invitations/schemas";
import { ofOrganization } from "@/lib/tenants/organizations/organization";
import { invite, newInvitationLink } from "@/lib/tenants/people/manage-invitations";
import { editOrganization, requireRole } from "@/lib/tenants/people/people-editor";

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
  authorizeReplay: ({ body, caller, info }) =>
    transaction(async (tx) =>
      requireRole(await editOrganization(tx, caller, "members:write", { info }), body.role),
    ),
  async run({ body, caller, locale, info }) {
    const link = newInvitationLink();
    const row = await transaction(async (tx) =>
      invite(await editOrganization(tx, caller, "members:write", { info }), body, link),
    );
    return { body: await sendInvitation(caller.organizationId, row, link, locale) };
  },
});
