import type { Database } from "@/lib/core/db/client";
import { type OrganizationRole, rolePermissions } from "@/lib/core/permissions/permissions";
import {
  deleteSandboxMember,
  deleteSandboxMembers,
  findOrganizationPeople,
  findOwnSandbox,
  putSandboxMember,
} from "@/lib/tenants/companies/sandbox-repository";

/**
 * Syncs a person's membership of an organization's sandbox company with their role: people who may change clients are
 * sellers who can consent there; everyone else is not a member. Real companies are left alone, and so are memberships
 * that the platform manages.
 *
 * @param role the person's new role in the organization; null if they are no longer a member
 */
export async function keepSandboxMember(
  tx: Database,
  organizationId: string,
  userId: string,
  role: OrganizationRole | null,
): Promise<void> {
  const companyId = await findOwnSandbox(tx, organizationId);
  if (companyId === null) return;
  if (role && rolePermissions[role].includes("clients:write")) {
    await putSandboxMember(tx, companyId, userId, role === "owner" ? "owner" : "admin");
  } else {
    await deleteSandboxMember(tx, companyId, userId);
  }
}

/**
 * Moves an organization's people to its new company, if it is a sandbox, as sellers; they leave the former one if that is
 * a sandbox. The organization must be locked and have the new company already.
 */
export async function moveSandboxMembers(
  tx: Database,
  organizationId: string,
  formerCompanyId: number,
): Promise<void> {
  await deleteSandboxMembers(tx, formerCompanyId, organizationId);
  for (const { userId, role } of await findOrganizationPeople(tx, organizationId)) {
    await keepSandboxMember(tx, organizationId, userId, role);
  }
}
