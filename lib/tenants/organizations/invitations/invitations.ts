import { db, transaction } from "@/lib/core/db/client";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import type { Locale } from "@/lib/core/i18n/locales";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import type { InvitationRow, Kind } from "@/lib/tenants/membership/tenants";
import {
  createInvitationSchema,
  invitationListSchema,
  invitationSchema,
  listInvitationsQuerySchema,
  type SentInvitationResponse,
  sentInvitationSchema,
} from "@/lib/tenants/organizations/invitations/schemas";
import { ORGANIZATION_PATH } from "@/lib/tenants/organizations/organization";
import { findOrganization } from "@/lib/tenants/organizations/repository";
import { listInvitationRows } from "@/lib/tenants/people/invitation-rows";
import { mailInvitation } from "@/lib/tenants/people/mail-invitation";
import {
  type InvitationLink,
  invite,
  newInvitationLink,
  resend,
  revoke,
} from "@/lib/tenants/people/manage-invitations";
import { lockOrganizationMembers, requireRole } from "@/lib/tenants/people/membership-context";

const COLLECTION = `${ORGANIZATION_PATH}/invitation` as const;
const INVITATION = `${COLLECTION}/{invitation_id}` as const;

const ofInvitation = organizationParams.extend({
  invitation_id: idSchema.meta({ description: "Id of the invitation." }),
});

const DELIVERY =
  "The link is sent by mail. If no mail server is configured, or it does not accept the mail, the response contains the link instead.";

export function serializeInvitation<K extends Kind>(row: InvitationRow<K>) {
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

/**
 * Mails the link of an invitation to an organization, outside transactions.
 * @returns the response, with the link only if it was not mailed
 */
async function sendInvitation(
  organizationId: string,
  row: InvitationRow<"organization">,
  invitationLink: InvitationLink,
  locale: Locale,
): Promise<SentInvitationResponse> {
  const { name } = await findOrganization(db(), organizationId);
  const tenant = { kind: "organization", id: organizationId, name } as const;
  return {
    ...serializeInvitation(row),
    ...(await mailInvitation(tenant, row, invitationLink, locale)),
  };
}

export const listInvitations = operation({
  id: "listInvitations",
  request: {
    route: `GET ${COLLECTION}`,
    params: organizationParams,
    query: listInvitationsQuerySchema,
  },
  access: organization("members:read"),
  summary: "List invitations",
  description:
    "Lists invitations that were neither accepted nor revoked, newest first, without their links.",
  tag: "Members",
  returns: json(invitationListSchema, "A page of invitations."),
  async run({ query, caller }) {
    const { organizationId: id } = caller;
    const list: PagedList<InvitationRow<"organization">> = {
      name: `invitations:${id}`,
      positionOf: (row) => ({ id: row.id, value: row.createdAt.toISOString() }),
      read: (part) => listInvitationRows({ kind: "organization", id }, part),
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map(serializeInvitation), page } };
  },
});

/**
 * Invites an email address to the caller's organization.
 * @throws ServiceError forbidden for a role above the caller's; conflict for a member, or if the address has an open
 * invitation
 */
export const createInvitation = operation({
  id: "createInvitation",
  request: {
    route: `POST ${COLLECTION}`,
    params: organizationParams,
    body: createInvitationSchema,
  },
  access: organization("members:write"),
  summary: "Invite someone",
  description: `Creates a link that works once, within seven days, and only for this address. ${DELIVERY} Callers cannot invite people to a role with more permissions than they have.`,
  tag: "Members",
  returns: json(sentInvitationSchema, "The new invitation.", { status: 201 }),
  errors: ["conflict"],
  authorizeReplay: ({ body, caller, info }) =>
    transaction(async (tx) =>
      requireRole(await lockOrganizationMembers(tx, caller, "members:write", { info }), body.role),
    ),
  async run({ body, caller, locale, info }) {
    const link = newInvitationLink();
    const row = await transaction(async (tx) =>
      invite(await lockOrganizationMembers(tx, caller, "members:write", { info }), body, link),
    );
    return { body: await sendInvitation(caller.organizationId, row, link, locale) };
  },
});

/**
 * Creates a new link for an invitation and sends it. From now on the caller counts as its sender.
 * @throws ServiceError not_found; forbidden for a role above the caller's, since the caller may see the link
 */
export const resendInvitation = operation({
  id: "resendInvitation",
  request: { route: `POST ${INVITATION}/resend`, params: ofInvitation },
  access: organization("members:write"),
  summary: "Send an invitation again",
  description: `Creates a new link that works for another seven days; the earlier one stops working. ${DELIVERY}`,
  tag: "Members",
  returns: json(sentInvitationSchema, "The invitation with its new link."),
  async run({ params, caller, locale, info }) {
    const link = newInvitationLink();
    const row = await transaction(async (tx) => {
      const context = await lockOrganizationMembers(tx, caller, "members:write", { info });
      return resend(context, params.invitation_id, link);
    });
    return { body: await sendInvitation(caller.organizationId, row, link, locale) };
  },
});

export const revokeInvitation = operation({
  id: "revokeInvitation",
  request: { route: `DELETE ${INVITATION}`, params: ofInvitation },
  access: organization("members:write"),
  summary: "Revoke an invitation",
  description: "Revokes an invitation. Its link stops working immediately.",
  tag: "Members",
  returns: json(invitationSchema, "The revoked invitation."),
  run({ params, caller, info }) {
    return transaction(async (tx) => {
      const context = await lockOrganizationMembers(tx, caller, "members:write", { info });
      return { body: serializeInvitation(await revoke(context, params.invitation_id)) };
    });
  },
});
