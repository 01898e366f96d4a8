import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { recordChange } from "@/lib/audit/record-change";
import { keepSandboxMember } from "@/lib/companies/keep-sandbox-member";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { removeMemberContract } from "@/lib/organizations/members/contract";
import { deleteMember } from "@/lib/organizations/members/repository";
import { requireLocalMember } from "@/lib/organizations/members/require-local-member";
import { revokeExcessAccess } from "@/lib/organizations/members/revoke-excess-access";
import { requireRoleAuthority } from "@/lib/organizations/members/role-authority";
import { serializeMember } from "@/lib/organizations/members/serialize";

type Contract = typeof removeMemberContract;

/**
 * Removes a member from the organization. Their sessions stay valid but no longer give access to it.
 * @throws ServiceError not_found; forbidden for a role above the caller's; conflict for the last owner, for a membership
 * that the platform manages, and for secrets whose revocation was not confirmed
 */
export function removeMember({
  params,
  query,
  caller,
  info,
}: Pick<OperationContext<Contract>, "query" | "params" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  const { organizationId } = caller;
  return transaction(async (tx) => {
    const current = await lockCaller(tx, caller, removeMemberContract.permission);
    const member = await requireLocalMember(tx, organizationId, params.user_id);
    requireRoleAuthority(current, member.role);
    const revokeSecrets = query.revoke_secrets === "true";
    await revokeExcessAccess(tx, member, null, { caller: current, info, revokeSecrets });
    await deleteMember(tx, organizationId, member.userId);
    await keepSandboxMember(tx, organizationId, member.userId, null);
    await recordChange(tx, current, info, {
      action: "member.removed",
      target: `user:${member.userId}`,
      before: { role: member.role },
    });
    return { body: serializeMember(member) };
  });
}
