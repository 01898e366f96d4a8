import type { Database } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import type { CompanyRole } from "@/lib/core/values/company-role-values";

const LOCAL = { source: "local" } as const;

/** The id of an organization's own company if it is a sandbox, or null. */
export async function findOwnSandbox(tx: Database, organizationId: string): Promise<number | null> {
  const company = await tx.company.findFirst({
    where: { isSandbox: true, organization: { id: organizationId } },
    select: { id: true },
  });
  return company?.id ?? null;
}

/** Adds a person to a company, or changes their role, unless the platform manages their membership. */
export async function putSandboxMember(
  tx: Database,
  companyId: number,
  userId: string,
  role: CompanyRole,
): Promise<void> {
  const data = { companyId, userId, role };
  await tx.companyMember.createMany({ data, skipDuplicates: true });
  await tx.companyMember.updateMany({ where: { companyId, userId, ...LOCAL }, data: { role } });
}

/** Ends a person's membership of a company, if any, unless the platform manages it. */
export async function deleteSandboxMember(
  tx: Database,
  companyId: number,
  userId: string,
): Promise<void> {
  await tx.companyMember.deleteMany({ where: { companyId, userId, ...LOCAL } });
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
      ...LOCAL,
      company: { isSandbox: true },
      user: { organizationMembers: { some: { organizationId } } },
    },
  });
}

/** An organization's people with their roles. */
export function findOrganizationPeople(
  tx: Database,
  organizationId: string,
): Promise<{ userId: string; role: OrganizationRole }[]> {
  const select = { userId: true, role: true };
  return tx.organizationMember.findMany({ where: { organizationId }, select });
}
