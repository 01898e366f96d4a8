import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { recordChange } from "@/lib/audit/record-change";
import { newInvitationLink } from "@/lib/invitations/new-invitation-link";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { addInvitation } from "@/lib/organizations/invitations/add-invitation";
import { createInvitationContract } from "@/lib/organizations/invitations/contract";
import { sendInvitation } from "@/lib/organizations/invitations/send-invitation";
import { requireRoleAuthority } from "@/lib/organizations/members/role-authority";

type Contract = typeof createInvitationContract;

/**
 * Invites an email address to the caller's organization.
 * @throws ServiceError forbidden for a role above the caller's; conflict for a member, or if the address has an open
 * invitation
 */
export async function createInvitation({
  body,
  caller,
  locale,
  info,
}: Pick<OperationContext<Contract>, "body" | "caller" | "locale" | "info">): Promise<
  ContractOutput<Contract>
> {
  const { organizationId } = caller;
  const made = newInvitationLink();
  const row = await transaction(async (tx) => {
    const current = await lockCaller(tx, caller, createInvitationContract.permission);
    requireRoleAuthority(current, body.role);
    const invitedBy = current.kind === "user" ? current.userId : null;
    const inserted = await addInvitation(tx, organizationId, { ...body, invitedBy }, made);
    await recordChange(tx, current, info, {
      action: "invitation.created",
      target: `invitation:${inserted.id}`,
      after: { email: inserted.email, role: inserted.role },
    });
    return inserted;
  });
  return { body: await sendInvitation(organizationId, row, made, locale) };
}
