import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { recordChange } from "@/lib/audit/record-change";
import { findOpenInvitation, renewInvitation } from "@/lib/invitations/invitation-rows";
import { newInvitationLink } from "@/lib/invitations/new-invitation-link";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { resendInvitationContract } from "@/lib/organizations/invitations/contract";
import { noSuchInvitation } from "@/lib/organizations/invitations/no-such-invitation";
import { sendInvitation } from "@/lib/organizations/invitations/send-invitation";
import { requireRoleAuthority } from "@/lib/organizations/members/role-authority";

type Contract = typeof resendInvitationContract;

/**
 * Creates a new link for an invitation and sends it. From now on the caller counts as its sender.
 * @throws ServiceError not_found; forbidden for a role above the caller's, since the caller may see the link
 */
export async function resendInvitation({
  params,
  caller,
  locale,
  info,
}: Pick<OperationContext<Contract>, "params" | "caller" | "locale" | "info">): Promise<
  ContractOutput<Contract>
> {
  const { organizationId } = caller;
  const place = { kind: "organization", id: organizationId } as const;
  const made = newInvitationLink();
  const row = await transaction(async (tx) => {
    const current = await lockCaller(tx, caller, resendInvitationContract.permission);
    const open = await findOpenInvitation(tx, place, params.invitation_id);
    if (!open) throw noSuchInvitation();
    requireRoleAuthority(current, open.role);
    const invitedBy = current.kind === "user" ? current.userId : null;
    const renewed = await renewInvitation(tx, place, open.id, {
      ...made.stored,
      invitedBy,
    });
    if (!renewed) throw noSuchInvitation();
    await recordChange(tx, current, info, {
      action: "invitation.resent",
      target: `invitation:${renewed.id}`,
      after: { email: renewed.email, role: renewed.role },
    });
    return renewed;
  });
  return { body: await sendInvitation(organizationId, row, made, locale) };
}
