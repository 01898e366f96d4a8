import { type OrganizationRole, organizationRoles } from "@/lib/auth/permissions";
import type { Database } from "@/lib/db/client";
import { ServiceError } from "@/lib/errors";
import { revokeInvitationsFrom } from "@/lib/organizations/invitations/repository";
import { hasOtherOwner, type MemberRow } from "@/lib/organizations/members/repository";
import { rolesWithin } from "@/lib/organizations/members/role-authority";

/**
 * What happens whenever a member loses their role, for another or for none: the last owner keeps it,
 * and open invitations that the person could no longer send are revoked, since they may know the link.
 * The organization must be locked.
 * @param next the role that they get, or null
 * @throws ServiceError conflict for the last owner
 */
export async function takeRole(
  tx: Database,
  organizationId: string,
  { userId, role }: Pick<MemberRow, "userId" | "role">,
  next: OrganizationRole | null,
): Promise<void> {
  const losesOwner = role === "owner" && next !== "owner";
  if (losesOwner && !(await hasOtherOwner(tx, organizationId, userId))) throw lastOwner();
  const within = next ? rolesWithin({ kind: "user", organizationId, userId, role: next }) : [];
  const beyond = organizationRoles.filter((offered) => !within.includes(offered));
  await revokeInvitationsFrom(tx, organizationId, userId, beyond);
}

function lastOwner(): ServiceError {
  return new ServiceError(
    "conflict",
    "This is the organization's last owner. Make somebody else an owner first.",
  );
}
