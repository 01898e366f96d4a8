import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { recordChange } from "@/lib/audit/record-change";
import { findOpenInvitation, revokeInvitationRow } from "@/lib/invitations/invitation-rows";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { revokeInvitationContract } from "@/lib/organizations/invitations/contract";
import { noSuchInvitation } from "@/lib/organizations/invitations/no-such-invitation";
import { serializeInvitation } from "@/lib/organizations/invitations/serialize";
import { requireRoleAuthority } from "@/lib/organizations/members/role-authority";

type Contract = typeof revokeInvitationContract;

/**
 * Revokes the link of an invitation.
 * @throws ServiceError not_found; forbidden for a role above the caller's
 */
export function revokeInvitation({
  params,
  caller,
  info,
}: Pick<OperationContext<Contract>, "params" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  const place = { kind: "organization", id: caller.organizationId } as const;
  return transaction(async (tx) => {
    const current = await lockCaller(tx, caller, revokeInvitationContract.permission);
    const row = await findOpenInvitation(tx, place, params.invitation_id);
    if (!row) throw noSuchInvitation();
    requireRoleAuthority(current, row.role);
    // It may have been accepted since it was read.
    if (!(await revokeInvitationRow(tx, place, row.id))) throw noSuchInvitation();
    await recordChange(tx, current, info, {
      action: "invitation.revoked",
      target: `invitation:${row.id}`,
      before: { email: row.email, role: row.role },
    });
    return { body: serializeInvitation(row) };
  });
}
