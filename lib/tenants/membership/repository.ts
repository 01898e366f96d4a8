import type { Database } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";

/** The id of an organization's own company if it is a sandbox, or null. */
export async function findOwnSandbox(tx: Database, organizationId: string): Promise<number | null> {
  const company = await tx.company.findFirst({
    where: { isSandbox: true, organization: { id: organizationId } },
    select: { id: true },
  });
  return company?.id ?? null;
}

/** Ends the memberships that an organization's people have in a company if it is a sandbox. */
export async function deleteSandboxMembers(
  tx: Database,
  companyId: number,
  organizationId: string,
): Promise<void> {
  await tx.companyMember.deleteMany({
    where: {
      companyId,
      source: "local",
      company: { isSandbox: true },
      user: { organizationMembers: { some: { organizationId } } },
    },
  });
}

export function findOrganizationPeople(
  tx: Database,
  organizationId: string,
): Promise<{ userId: string; role: OrganizationRole }[]> {
  const select = { userId: true, role: true };
  return tx.organizationMember.findMany({ where: { organizationId }, select });
}
