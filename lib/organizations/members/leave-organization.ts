import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { recordChange } from "@/lib/audit/record-change";
import { keepSandboxMember } from "@/lib/companies/keep-sandbox-member";
import { transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { leaveOrganizationContract } from "@/lib/organizations/members/contract";
import { deleteMember } from "@/lib/organizations/members/repository";
import { requireLocalMember } from "@/lib/organizations/members/require-local-member";
import { revokeExcessAccess } from "@/lib/organizations/members/revoke-excess-access";
import { serializeMember } from "@/lib/organizations/members/serialize";

type Contract = typeof leaveOrganizationContract;

/**
 * Ends the caller's own membership, whatever their role.
 * @throws ServiceError forbidden for a token; conflict for the last owner, for a membership that the platform manages, and
 * for secrets whose revocation was not confirmed
 */
export async function leaveOrganization({
  query,
  caller,
  info,
}: Pick<OperationContext<Contract>, "query" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  if (caller.kind === "client" || caller.through) {
    throw new ServiceError(
      "forbidden",
      "Only a signed-in person can leave; access tokens have no membership.",
    );
  }
  const { organizationId, userId } = caller;
  return transaction(async (tx) => {
    await lockCaller(tx, caller, leaveOrganizationContract.permission);
    const member = await requireLocalMember(tx, organizationId, userId);
    const revokeSecrets = query.revoke_secrets === "true";
    await revokeExcessAccess(tx, member, null, { caller, info, revokeSecrets });
    await deleteMember(tx, organizationId, userId);
    await keepSandboxMember(tx, organizationId, userId, null);
    await recordChange(tx, caller, info, {
      action: "member.left",
      target: `user:${userId}`,
      before: { role: member.role },
    });
    return { body: serializeMember(member) };
  });
}
