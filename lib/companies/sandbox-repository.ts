import type { CompanyRole } from "@/lib/companies/company-role";
import type { Database } from "@/lib/kernel/db/client";

/** Id of an organization's own company if that is a sandbox, else null. */
export async function findOwnSandbox(tx: Database, organizationId: string): Promise<number | null> {
  const company = await tx.company.findFirst({
    where: { isSandbox: true, organization: { id: organizationId } },
    select: { id: true },
  });
  return company?.id ?? null;
}

/** Makes a person a member of a company, or gives them another role. */
export async function putSandboxMember(
  tx: Database,
  companyId: number,
  userId: string,
  role: CompanyRole,
): Promise<void> {
  await tx.companyMember.upsert({
    where: { companyId_userId: { companyId, userId } },
    create: { companyId, userId, role },
    update: { role },
    select: { userId: true },
  });
}

/** Ends a person's membership of a company, if there is one. */
export async function deleteSandboxMember(
  tx: Database,
  companyId: number,
  userId: string,
): Promise<void> {
  await tx.companyMember.deleteMany({ where: { companyId, userId } });
}
