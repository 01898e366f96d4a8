import { type CompanyRole, companyRoles } from "@/lib/core/company-role-values";
import type { Database } from "@/lib/core/db/client";
import { PeopleError } from "@/lib/tenants/companies/people/people-error";
import { hasOtherOwner, type PersonRow } from "@/lib/tenants/companies/people/repository";
import { companyRolesWithin } from "@/lib/tenants/companies/people/role-authority";
import { revokeInvitationsFrom } from "@/lib/tenants/invitations/invitation-rows";

/**
 * Before a person's role changes or ends: keeps the last owner, and revokes open invitations that they sent and could no
 * longer send, since they may know the links. The company must be locked.
 * @param next the new role, or null
 * @throws ServiceError conflict for the last owner
 */
export async function endAuthority(
  tx: Database,
  companyId: number,
  { userId, role }: PersonRow,
  next: CompanyRole | null,
): Promise<void> {
  const losesOwner = role === "owner" && next !== "owner";
  if (losesOwner && !(await hasOtherOwner(tx, companyId, userId))) {
    const message = "This is the company's last owner. Make someone else an owner first.";
    throw new PeopleError("conflict", "last_owner", message);
  }
  await revokeInvitationsBeyond(tx, companyId, userId, next);
}

/**
 * Revokes the open invitations that a person sent and could not send in another role, since they may know the links.
 * @param next the other role, or null for none
 */
export async function revokeInvitationsBeyond(
  tx: Database,
  companyId: number,
  userId: string,
  next: CompanyRole | null,
): Promise<void> {
  const within = next ? companyRolesWithin(next) : [];
  const beyond = companyRoles.filter((offered) => !within.includes(offered));
  await revokeInvitationsFrom(tx, { kind: "company", id: companyId }, userId, beyond);
}
