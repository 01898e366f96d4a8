import {
  deleteSandboxMember,
  findOwnSandbox,
  putSandboxMember,
} from "@/lib/companies/sandbox-repository";
import type { Database } from "@/lib/kernel/db/client";
import { type OrganizationRole, rolePermissions } from "@/lib/kernel/permissions";

/**
 * Brings a person's place in an organization's own sandbox company in step with their role: who may change
 * clients can try them there as a seller who consents, anybody else is no member of it. An organization
 * whose company is a real one is left alone, and so is every other company.
 *
 * @param role what the person is in the organization from now on; null for no member
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
