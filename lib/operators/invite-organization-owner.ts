import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { recordChange } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { newInvitationLink } from "@/lib/invitations/new-invitation-link";
import { transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { inviteOrganizationOwnerContract } from "@/lib/operators/contract";
import { lockOrganization } from "@/lib/operators/repository";
import { sendOwnerInvitation } from "@/lib/operators/send-owner-invitation";
import { addInvitation } from "@/lib/organizations/invitations/add-invitation";

type Contract = typeof inviteOrganizationOwnerContract;

/**
 * Invites a person as an owner of an organization.
 * @throws ServiceError forbidden, insufficient_scope, not_found; conflict for a member or a person with an open
 * invitation
 */
export async function inviteOrganizationOwner({
  params,
  body: { email },
  caller,
  locale,
  info,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, inviteOrganizationOwnerContract.platformPermission);
  const { organization_id: id } = params;
  const invitedBy = caller.kind === "operator" ? caller.userId : null;
  const made = newInvitationLink();
  const { name, row } = await transaction(async (tx) => {
    const organization = await lockOrganization(tx, id);
    if (!organization) {
      throw new ServiceError("not_found", "There is no such organization. List organizations.");
    }
    const added = await addInvitation(tx, id, { email, role: "owner", invitedBy }, made);
    const actor = platformActor(caller);
    const change = { action: "invitation.created", target: `invitation:${added.id}` };
    const after = { email, role: "owner" };
    const by = { kind: "platform", organizationId: id, actor } as const;
    await recordChange(tx, by, info, { ...change, after });
    await recordPlatformChange(tx, actor, info, {
      ...change,
      after: { organization_id: id, ...after },
    });
    return { name: organization.name, row: added };
  });
  return { body: await sendOwnerInvitation({ kind: "organization", id, name }, row, made, locale) };
}
