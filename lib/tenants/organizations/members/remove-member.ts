import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  LIMITS,
  MEMBER,
  ofMember,
  requireLocalMember,
  serializeMember,
} from "@/lib/tenants/organizations/members/member";
import { endMembership } from "@/lib/tenants/organizations/members/revoke-excess-access";
import { requireRoleAuthority } from "@/lib/tenants/organizations/members/role-authority";
import {
  endMembershipQuerySchema,
  memberSchema,
} from "@/lib/tenants/organizations/members/schemas";

/**
 * Removes a member from the organization. Their sessions stay valid but no longer give access to it.
 * @throws ServiceError not_found; forbidden for a role above the caller's; conflict for the last owner, for a membership
 * that the platform manages, and for secrets whose revocation was not confirmed
 */
export const removeMember = operation({
  id: "removeMember",
  route: `DELETE ${MEMBER}`,
  access: organization("members:write"),
  summary: "Remove a member",
  description: `The person immediately loses access to the organization. Their account stays, and invitations they sent are revoked. ${LIMITS}`,
  tag: "Members",
  params: ofMember,
  query: endMembershipQuerySchema,
  returns: json(memberSchema, "The removed member."),
  errors: ["conflict"],
  run({ params, query, caller, info }) {
    const { organizationId } = caller;
    return transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "members:write");
      const member = await requireLocalMember(tx, organizationId, params.user_id);
      requireRoleAuthority(current, member.role);
      const revokeSecrets = query.revoke_secrets === "true";
      await endMembership(tx, member, "member.removed", { caller: current, info, revokeSecrets });
      return { body: serializeMember(member) };
    });
  },
});
