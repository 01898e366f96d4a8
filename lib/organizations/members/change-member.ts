import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { recordChange } from "@/lib/audit/record-change";
import { keepSandboxMember } from "@/lib/companies/keep-sandbox-member";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { changeMemberContract } from "@/lib/organizations/members/contract";
import { updateRole } from "@/lib/organizations/members/repository";
import { requireLocalMember } from "@/lib/organizations/members/require-local-member";
import { revokeExcessAccess } from "@/lib/organizations/members/revoke-excess-access";
import { requireRoleAuthority } from "@/lib/organizations/members/role-authority";
import { serializeMember } from "@/lib/organizations/members/serialize";

type Contract = typeof changeMemberContract;

/**
 * Changes a member's role.
 * @throws ServiceError not_found; forbidden for a role above the caller's; conflict for the last owner, for a membership
 * that the platform manages, and for secrets whose revocation was not confirmed
 */
export function changeMember({
  params,
  body,
  caller,
  info,
}: Pick<OperationContext<Contract>, "params" | "body" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  const { organizationId } = caller;
  return transaction(async (tx) => {
    const current = await lockCaller(tx, caller, changeMemberContract.permission);
    const member = await requireLocalMember(tx, organizationId, params.user_id);
    requireRoleAuthority(current, member.role);
    requireRoleAuthority(current, body.role);
    if (body.role !== member.role) {
      const revokeSecrets = body.revoke_secrets ?? false;
      await revokeExcessAccess(tx, member, body.role, { caller: current, info, revokeSecrets });
      await updateRole(tx, organizationId, member.userId, body.role);
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
}
