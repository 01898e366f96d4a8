import { recordChange } from "@/lib/audit/record-change";
import { transaction } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { updateRole } from "@/lib/tenants/members/repository";
import {
  LIMITS,
  MEMBER,
  ofMember,
  requireLocalMember,
  serializeMember,
} from "@/lib/tenants/organizations/members/member";
import { revokeExcessAccess } from "@/lib/tenants/organizations/members/revoke-excess-access";
import { requireRoleAuthority } from "@/lib/tenants/organizations/members/role-authority";
import { changeMemberSchema, memberSchema } from "@/lib/tenants/organizations/members/schemas";

/**
 * Changes a member's role.
 * @throws ServiceError not_found; forbidden for a role above the caller's; conflict for the last owner, for a membership
 * that the platform manages, and for secrets whose revocation was not confirmed
 */
export const changeMember = operation({
  id: "changeMember",
  route: `PATCH ${MEMBER}`,
  access: organization("members:write"),
  summary: "Change a member's role",
  description: `Takes effect with the member's next request. ${LIMITS}`,
  tag: "Members",
  params: ofMember,
  body: changeMemberSchema,
  returns: json(memberSchema, "The changed member."),
  errors: ["conflict"],
  run({ params, body, caller, info }) {
    const { organizationId } = caller;
    const tenant = { kind: "organization", id: organizationId } as const;
    return transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "members:write");
      const member = await requireLocalMember(tx, organizationId, params.user_id);
      requireRoleAuthority(current, member.role);
      requireRoleAuthority(current, body.role);
      if (body.role !== member.role) {
        const revokeSecrets = body.revoke_secrets ?? false;
        await revokeExcessAccess(tx, member, body.role, { caller: current, info, revokeSecrets });
        await updateRole(tx, tenant, member.userId, body.role);
        await keepSandboxMember(tx, organizationId, member.userId, body.role);
        await recordChange(tx, current, info, {
          action: "member.role_changed",
          target: `user:${member.userId}`,
          before: { role: member.role },
          after: { role: body.role },
        });
      }
      return { body: serializeMember({ ...member, role: body.role }) };
    });
  },
});
