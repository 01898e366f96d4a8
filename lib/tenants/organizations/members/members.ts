import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json, value } from "@/lib/operation/returns";
import type { Kind } from "@/lib/tenants/membership/tenants";
import {
  changeMemberSchema,
  endMembershipQuerySchema,
  listMembersQuerySchema,
  memberListSchema,
  memberSchema,
} from "@/lib/tenants/organizations/members/schemas";
import { ORGANIZATION_PATH } from "@/lib/tenants/organizations/organization";
import { changeMembership } from "@/lib/tenants/people/manage-members";
import {
  findMembersWithoutFactor,
  listMemberRows,
  type MemberRow,
} from "@/lib/tenants/people/member-rows";
import { lockOrganizationMembers } from "@/lib/tenants/people/membership-context";

const COLLECTION = `${ORGANIZATION_PATH}/member` as const;
const MEMBER = `${COLLECTION}/{user_id}` as const;

const ofMember = organizationParams.extend({
  user_id: idSchema.meta({ description: "Id of the person." }),
});

const LIMITS =
  "Callers cannot grant or remove a role with more permissions than they have, and the last owner cannot be changed or removed. Memberships that the platform manages (`source`) are changed in its directory, not here. If the person has seen secrets of clients with more permissions than they will have, `revoke_secrets=true` revokes those secrets; without it, the request fails with 409 and the error names them.";

export function serializeMember<K extends Kind>(row: MemberRow<K>) {
  return {
    user_id: row.userId,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    email_verified: row.emailVerified,
    role: row.role,
    source: row.source,
    created_at: row.createdAt.toISOString(),
    has_second_factor: row.hasSecondFactor,
    last_signed_in_at: row.lastSignedInAt?.toISOString() ?? null,
  };
}

export const listMembers = operation({
  id: "listMembers",
  request: {
    route: `GET ${COLLECTION}`,
    params: organizationParams,
    query: listMembersQuerySchema,
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

/**
 * Ends the caller's own membership, whatever their role.
 * @throws ServiceError forbidden for a token; conflict for the last owner, for a membership that the platform manages, and
 * for secrets whose revocation was not confirmed
 */
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
