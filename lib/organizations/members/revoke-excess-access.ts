import { revokeExcessSecrets, type SecretDecision } from "@/lib/clients/secrets/excess-secrets";
import type { Database } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import { type OrganizationRole, organizationRoles } from "@/lib/kernel/permissions";
import { revokeInvitationsFrom } from "@/lib/organizations/invitations/repository";
import { hasOtherOwner, type MemberRow } from "@/lib/organizations/members/repository";
import { rolesWithin } from "@/lib/organizations/members/role-authority";

/**
 * What happens whenever a member loses their role, for another or for none: the last owner keeps it, open
 * invitations that the person could no longer send are revoked, since they may know the link, and so are the
 * secrets that they have seen of clients that can do more than the new role. The organization must be locked.
 * @param next the role that they get, or null
 * @throws ServiceError conflict for the last owner, and for secrets whose revocation was not agreed to
 */
export async function revokeExcessAccess(
  tx: Database,
  { userId, role }: Pick<MemberRow, "userId" | "role">,
  next: OrganizationRole | null,
  decision: SecretDecision,
): Promise<void> {
  const { organizationId } = decision.caller;
  const losesOwner = role === "owner" && next !== "owner";
  if (losesOwner && !(await hasOtherOwner(tx, organizationId, userId))) throw lastOwner();
  const within = next ? rolesWithin({ kind: "user", organizationId, userId, role: next }) : [];
  const beyond = organizationRoles.filter((offered) => !within.includes(offered));
  await revokeInvitationsFrom(tx, organizationId, userId, beyond);
  const remaining = next && { role: next };
  await revokeExcessSecrets(tx, { actor: `user:${userId}`, remaining }, decision);
}

function lastOwner(): ServiceError {
  return new ServiceError(
    "conflict",
    "This is the organization's last owner. Make somebody else an owner first.",
  );
}
