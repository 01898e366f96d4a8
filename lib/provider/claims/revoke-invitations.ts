import { companyRolesWithin } from "@/lib/companies/people/role-authority";
import { revokeInvitationsFrom } from "@/lib/invitations/invitation-rows";
import { type CompanyRole, companyRoles } from "@/lib/kernel/company-role-values";
import type { Database } from "@/lib/kernel/db/client";
import { type OrganizationRole, organizationRoles } from "@/lib/kernel/permissions";
import { rolesWithin } from "@/lib/organizations/members/role-authority";

/**
 * Revokes a company's open invitations that a person sent and could no longer send, since they may know the links.
 * @param next their new role, or null
 */
export async function revokeCompanyInvitations(
  tx: Database,
  companyId: number,
  userId: string,
  next: CompanyRole | null,
): Promise<void> {
  const within = next ? companyRolesWithin(next) : [];
  const beyond = companyRoles.filter((offered) => !within.includes(offered));
  await revokeInvitationsFrom(tx, { kind: "company", id: companyId }, userId, beyond);
}

/** The same for an organization. */
export async function revokeOrganizationInvitations(
  tx: Database,
  organizationId: string,
  userId: string,
  next: OrganizationRole | null,
): Promise<void> {
  const within = next ? rolesWithin({ kind: "user", organizationId, userId, role: next }) : [];
  const beyond = organizationRoles.filter((offered) => !within.includes(offered));
  await revokeInvitationsFrom(tx, { kind: "organization", id: organizationId }, userId, beyond);
}
