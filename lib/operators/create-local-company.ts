import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { newInvitationLink } from "@/lib/invitations/new-invitation-link";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { createLocalCompanyContract } from "@/lib/operators/contract";
import { addOwner } from "@/lib/operators/invite-company-owner";
import { insertLocalCompany } from "@/lib/operators/repository";
import { sendOwnerInvitation } from "@/lib/operators/send-owner-invitation";

type Contract = typeof createLocalCompanyContract;

/**
 * Creates a company that only exists here, and invites its owner if an address is given.
 * @throws ServiceError forbidden, insufficient_scope
 */
export async function createLocalCompany({
  body: { name, is_sandbox: isSandbox, owner_email: email },
  caller,
  locale,
  info,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, createLocalCompanyContract.platformPermission);
  const made = newInvitationLink();
  const { id, row } = await transaction(async (tx) => {
    const created = await insertLocalCompany(tx, { name, isSandbox });
    await recordPlatformChange(tx, platformActor(caller), info, {
      action: "company.created",
      target: `company:${created}`,
      after: { name, is_sandbox: isSandbox },
    });
    const invited = email ? await addOwner(tx, { id: created, email }, made, caller, info) : null;
    return { id: created, row: invited };
  });
  const invitation =
    row && (await sendOwnerInvitation({ kind: "company", id, name }, row, made, locale));
  return { body: { company_id: id, name, is_sandbox: isSandbox, invitation } };
}
