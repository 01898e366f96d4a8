import { recordChange } from "@/lib/audit/record-change";
import { revokeExcessSecrets, type SecretDecision } from "@/lib/clients/secrets/excess-secrets";
import type { Database } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions";
import { keepSandboxMember } from "@/lib/tenants/companies/keep-sandbox-member";
import { revokeInvitationsFrom } from "@/lib/tenants/invitations/invitation-rows";
import { keepLastOwner } from "@/lib/tenants/members/keep-last-owner";
import { deleteMember } from "@/lib/tenants/members/repository";
import type { MemberRow } from "@/lib/tenants/organizations/members/repository";
import { rolesWithin } from "@/lib/tenants/organizations/members/role-authority";

/**
 * Before a member's role changes or ends: keeps the last owner, and revokes what the new role no longer allows, namely
 * open invitations they sent (they may know the links) and secrets they have seen of clients with more permissions. The
 * organization must be locked.
 * @param next the new role, or null
 * @throws ServiceError conflict for the last owner, and for secrets whose revocation was not confirmed
 */
export async function revokeExcessAccess(
  tx: Database,
  member: Pick<MemberRow, "userId" | "role">,
  next: OrganizationRole | null,
  decision: SecretDecision,
): Promise<void> {
  const tenant = { kind: "organization", id: decision.caller.organizationId } as const;
  await keepLastOwner(tx, tenant, member, next);
  await revokeBeyondRole(tx, member.userId, next, decision);
}

/**
 * Ends a membership, and first what it allowed.
 * @throws ServiceError as {@link revokeExcessAccess}
 */
export async function endMembership(
  tx: Database,
  member: Pick<MemberRow, "userId" | "role">,
  action: "member.left" | "member.removed",
  decision: SecretDecision,
): Promise<void> {
  const { caller, info } = decision;
  const { userId, role } = member;
  await revokeExcessAccess(tx, member, null, decision);
  await deleteMember(tx, { kind: "organization", id: caller.organizationId }, userId);
  await keepSandboxMember(tx, caller.organizationId, userId, null);
  await recordChange(tx, caller, info, { action, target: `user:${userId}`, before: { role } });
}

/**
 * Like {@link revokeExcessAccess}, also for the last owner.
 * @throws ServiceError conflict for secrets whose revocation was not confirmed
 */
export async function revokeBeyondRole(
  tx: Database,
  userId: string,
  next: OrganizationRole | null,
  decision: SecretDecision,
): Promise<void> {
  const { organizationId } = decision.caller;
  const within = next ? rolesWithin({ kind: "user", organizationId, userId, role: next }) : [];
  await revokeInvitationsFrom(tx, { kind: "organization", id: organizationId }, userId, within);
  const remaining = next && { role: next };
  await revokeExcessSecrets(tx, { actor: `user:${userId}`, remaining }, decision);
}
