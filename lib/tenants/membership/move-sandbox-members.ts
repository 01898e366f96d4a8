import type { Database } from "@/lib/core/db/client";
import { deleteSandboxMembers, findOrganizationPeople } from "@/lib/tenants/membership/repository";
import { syncSandboxMembership } from "@/lib/tenants/membership/set-membership";

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
    await syncSandboxMembership(tx, organizationId, userId, role);
  }
}
