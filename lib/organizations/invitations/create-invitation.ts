import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { recordChange } from "@/lib/audit/record-change";
import { transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { createInvitationContract } from "@/lib/organizations/invitations/contract";
import { MAX_OPEN_INVITATIONS } from "@/lib/organizations/invitations/max-open-invitations";
import { newLink } from "@/lib/organizations/invitations/new-link";
import {
  countOpenInvitations,
  insertInvitation,
  isMember,
} from "@/lib/organizations/invitations/repository";
import { sendInvitation } from "@/lib/organizations/invitations/send-invitation";
import { requireRoleAuthority } from "@/lib/organizations/members/role-authority";

type Contract = typeof createInvitationContract;

/**
 * Invites an e-mail address to the caller's organization.
 * @throws ServiceError forbidden for a role above the caller's; conflict for a member, or if the address has an open
 * invitation
 */
export async function createInvitation({
  body,
  caller,
  info,
}: Pick<OperationContext<Contract>, "body" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  const { organizationId } = caller;
  const made = newLink();
  const row = await transaction(async (tx) => {
    const current = await lockCaller(tx, caller, createInvitationContract.permission);
    requireRoleAuthority(current, body.role);
    if (await isMember(tx, organizationId, body.email)) throw isMemberAlready(body.email);
    if ((await countOpenInvitations(tx, organizationId)) >= MAX_OPEN_INVITATIONS) throw tooMany();
    const invitedBy = current.kind === "user" ? current.userId : null;
    const invitation = { organizationId, ...body, invitedBy, ...made.stored };
    const inserted = await insertInvitation(tx, invitation);
    if (!inserted) throw isInvitedAlready(body.email);
    await recordChange(tx, current, info, {
      action: "invitation.created",
      target: `invitation:${inserted.id}`,
      after: { email: inserted.email, role: inserted.role },
    });
    return inserted;
  });
  return { body: await sendInvitation(organizationId, row, made) };
}

function isMemberAlready(email: string): ServiceError {
  return new ServiceError("conflict", `${email} is already a member. Change their role instead.`);
}

function isInvitedAlready(email: string): ServiceError {
  return new ServiceError(
    "conflict",
    `${email} already has an open invitation. Resend it, or revoke it first.`,
  );
}

function tooMany(): ServiceError {
  return new ServiceError(
    "conflict",
    `The organization already has ${MAX_OPEN_INVITATIONS} open invitations. Revoke some first.`,
  );
}
