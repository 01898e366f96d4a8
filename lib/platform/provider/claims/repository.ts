import type { Database } from "@/lib/core/db/client";
import type { MembershipSource } from "@/lib/core/db/generated/client";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import type { CompanyRole } from "@/lib/core/values/company-role-values";

/** A person's role in a company or an organization, and where it came from. */
export type Membership<Role> = { role: Role; source: MembershipSource };

/** Which of these companies exist and are not closed. */
export async function findOpenCompanies(tx: Database, ids: number[]): Promise<Set<number>> {
  const where = { id: { in: ids }, status: { not: "closed" as const } };
  const rows = await tx.company.findMany({ where, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** Which of these organizations exist. */
export async function findOrganizations(tx: Database, ids: string[]): Promise<Set<string>> {
  const where = { id: { in: ids } };
  const rows = await tx.organization.findMany({ where, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** A person's membership in each company. */
export async function findCompanyRoles(
  tx: Database,
  userId: string,
): Promise<Map<number, Membership<CompanyRole>>> {
  const select = { companyId: true, role: true, source: true };
  const rows = await tx.companyMember.findMany({ where: { userId }, select });
  return new Map(rows.map(({ companyId, ...membership }) => [companyId, membership]));
}

/** A person's membership in each organization, in the order of their ids. */
export async function findOrganizationRoles(
  tx: Database,
  userId: string,
): Promise<Map<string, Membership<OrganizationRole>>> {
  const rows = await tx.organizationMember.findMany({
    where: { userId },
    select: { organizationId: true, role: true, source: true },
    orderBy: { organizationId: "asc" },
  });
  return new Map(rows.map(({ organizationId, ...membership }) => [organizationId, membership]));
}

/** Gives a person a role in a company by claims; a membership from elsewhere stays. */
export async function putClaimedCompany(
  tx: Database,
  companyId: number,
  userId: string,
  role: CompanyRole,
): Promise<void> {
  const data = { companyId, userId, role, source: "claims" as const };
  await tx.companyMember.createMany({ data, skipDuplicates: true });
  const where = { companyId, userId, source: "claims" as const };
  await tx.companyMember.updateMany({ where, data: { role } });
}

/** Gives a person a role in an organization by claims; a membership from elsewhere stays. */
export async function putClaimedOrganization(
  tx: Database,
  organizationId: string,
  userId: string,
  role: OrganizationRole,
): Promise<void> {
  const data = { organizationId, userId, role, source: "claims" as const };
  await tx.organizationMember.createMany({ data, skipDuplicates: true });
  const where = { organizationId, userId, source: "claims" as const };
  await tx.organizationMember.updateMany({ where, data: { role } });
}

/** Ends a company membership from one of these sources. */
export async function endCompanyMembership(
  tx: Database,
  companyId: number,
  userId: string,
  sources: readonly MembershipSource[],
): Promise<void> {
  const source = { in: [...sources] };
  await tx.companyMember.deleteMany({ where: { companyId, userId, source } });
}

/** Ends an organization membership from one of these sources. */
export async function endOrganizationMembership(
  tx: Database,
  organizationId: string,
  userId: string,
  sources: readonly MembershipSource[],
): Promise<void> {
  const source = { in: [...sources] };
  await tx.organizationMember.deleteMany({ where: { organizationId, userId, source } });
}

/** Whether claims may change a person's role as an operator. */
export async function isOperatorClaimable(tx: Database, userId: string): Promise<boolean> {
  const select = { operatorSource: true };
  const row = await tx.user.findUniqueOrThrow({ where: { id: userId }, select });
  return row.operatorSource === null || row.operatorSource === "claims";
}
