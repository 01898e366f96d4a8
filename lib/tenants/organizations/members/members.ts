import { db, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import type { Locale } from "@/lib/core/i18n/locales";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { toWire } from "@/lib/core/schemas/to-wire";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json, value } from "@/lib/operation/returns";
import type { Kind } from "@/lib/tenants/membership/tenants";
import {
  changeMemberSchema,
  createInvitationSchema,
  endMembershipQuerySchema,
  invitationListSchema,
  invitationSchema,
  listPeopleQuerySchema,
  memberListSchema,
  memberSchema,
  type SentInvitationResponse,
  sentInvitationSchema,
} from "@/lib/tenants/organizations/members/schemas";
import { findOrganization, ORGANIZATION_PATH } from "@/lib/tenants/organizations/organization";
import { type InvitationRow, listInvitationRows } from "@/lib/tenants/people/invitation-rows";
import {
  type InvitationLink,
  invite,
  mailInvitation,
  newInvitationLink,
  resend,
  revoke,
} from "@/lib/tenants/people/manage-invitations";
import {
  changeMembership,
  lockOrganizationMembers,
  requireRole,
} from "@/lib/tenants/people/manage-members";
import {
  findMembersWithoutFactor,
  listMemberRows,
  type MemberRow,
} from "@/lib/tenants/people/member-rows";

const COLLECTION = `${ORGANIZATION_PATH}/member` as const;
const MEMBER = `${COLLECTION}/{user_id}` as const;

const ofMember = organizationParams.extend({
  user_id: idSchema.meta({ description: "Id of the person." }),
});

const LIMITS =
  "Callers cannot grant or remove a role with more permissions than they have, and the last owner cannot be changed or removed. Memberships that the platform manages (`source`) are changed in its directory, not here. If the person has seen secrets of clients with more permissions than they will have, `revoke_secrets=true` revokes those secrets; without it, the request fails with 409 and the error names them.";

export function serializeMember<K extends Kind>(row: MemberRow<K>) {
  return { ...toWire(row, memberSchema), role: row.role };
}

export const listMembers = operation({
  id: "listMembers",
  request: {
    route: `GET ${COLLECTION}`,
    params: organizationParams,
    query: listPeopleQuerySchema,
  },
  access: organization("members:read"),
  summary: "List members",
  description: "Lists the organization's members, oldest membership first.",
  tag: "Members",
  returns: json(memberListSchema, "A page of members."),
  async run({ query, caller }) {
    const { organizationId: id } = caller;
    const list: PagedList<MemberRow<"organization">> = {
      name: `members:${id}`,
      positionOf: ({ userId, createdAt }) => ({ id: userId, value: createdAt.toISOString() }),
      read: (part) => listMemberRows({ kind: "organization", id }, part),
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map(serializeMember), page } };
  },
});

export const changeMember = operation({
  id: "changeMember",
  request: { route: `PATCH ${MEMBER}`, params: ofMember, body: changeMemberSchema },
  access: organization("members:write"),
  summary: "Change a member's role",
  description: `Takes effect with the member's next request. ${LIMITS}`,
  tag: "Members",
  returns: json(memberSchema, "The changed member."),
  errors: ["conflict"],
  run({ params, body, caller, info }) {
    return transaction(async (tx) => {
      const origin = { info, revokeSecrets: body.revoke_secrets };
      const context = await lockOrganizationMembers(tx, caller, "members:write", origin);
      const change = { userId: params.user_id, role: body.role, action: "role_changed" } as const;
      const member = await changeMembership(context, change);
      return { body: serializeMember<"organization">({ ...member, role: body.role }) };
    });
  },
});

export const removeMember = operation({
  id: "removeMember",
  request: { route: `DELETE ${MEMBER}`, params: ofMember, query: endMembershipQuerySchema },
  access: organization("members:write"),
  summary: "Remove a member",
  description: `The person immediately loses access to the organization. Their account stays, and invitations they sent are revoked. ${LIMITS}`,
  tag: "Members",
  returns: json(memberSchema, "The removed member."),
  errors: ["conflict"],
  run({ params, query, caller, info }) {
    return transaction(async (tx) => {
      const origin = { info, revokeSecrets: query.revoke_secrets === "true" };
      const context = await lockOrganizationMembers(tx, caller, "members:write", origin);
      const change = { userId: params.user_id, role: null, action: "removed" } as const;
      return { body: serializeMember(await changeMembership(context, change)) };
    });
  },
});

export const leaveOrganization = operation({
  id: "leaveOrganization",
  request: {
    route: `DELETE ${ORGANIZATION_PATH}/membership`,
    params: organizationParams,
    query: endMembershipQuerySchema,
  },
  access: organization("members:read"),
  summary: "Leave the organization",
  description:
    "Ends the signed-in person's own membership. The last owner cannot leave, and neither can a person whose membership the platform manages. If the person has seen secrets of clients whose scopes include permissions, `revoke_secrets=true` revokes those secrets; without it, the request fails with 409 and the error names them. Access tokens have no membership and are rejected.",
  tag: "Members",
  returns: json(memberSchema, "The member who left."),
  errors: ["conflict"],
  async run({ query, caller, info }) {
    if (caller.kind === "client" || caller.through) {
      throw new ServiceError(
        "forbidden",
        "Only a signed-in person can leave; access tokens have no membership.",
      );
    }
    return transaction(async (tx) => {
      const origin = { info, revokeSecrets: query.revoke_secrets === "true" };
      const context = await lockOrganizationMembers(tx, caller, "members:read", origin);
      const change = { userId: caller.userId, role: null, action: "left" } as const;
      return { body: serializeMember(await changeMembership(context, change)) };
    });
  },
});

/** Lists the members of the caller's organization without a second factor, by name. */
export const listLackingSecondFactor = operation({
  id: "listLackingSecondFactor",
  access: organization("members:read"),
  returns: value<{ userId: string; name: string; email: string | null }[]>(),
  async run({ caller }) {
    const people = await findMembersWithoutFactor(caller.organizationId);
    return people.map(({ id, firstName, lastName, email }) => ({
      userId: id,
      name: `${firstName} ${lastName}`.trim(),
      email,
    }));
  },
});

const INVITATIONS = `${ORGANIZATION_PATH}/invitation` as const;
const INVITATION = `${INVITATIONS}/{invitation_id}` as const;

const ofInvitation = organizationParams.extend({
  invitation_id: idSchema.meta({ description: "Id of the invitation." }),
});

const DELIVERY =
  "The link is sent by mail. If no mail server is configured, or it does not accept the mail, the response contains the link instead.";

export function serializeInvitation<K extends Kind>(row: InvitationRow<K>) {
  const expired = row.expiresAt <= new Date();
  const { role, inviterName: invited_by } = row;
  return { ...toWire(row, invitationSchema), role, invited_by, expired };
}

/** Mails the link of an invitation to an organization, outside transactions. */
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
    route: `GET ${INVITATIONS}`,
    params: organizationParams,
    query: listPeopleQuerySchema,
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

export const createInvitation = operation({
  id: "createInvitation",
  request: {
    route: `POST ${INVITATIONS}`,
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

/** From now on the caller counts as its sender. */
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
