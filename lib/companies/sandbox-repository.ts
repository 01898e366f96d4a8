import type { CompanyRole } from "@/lib/kernel/company-role-values";
import type { Database } from "@/lib/kernel/db/client";

/** The id of an organization's own company if it is a sandbox, or null. */
export async function findOwnSandbox(tx: Database, organizationId: string): Promise<number | null> {
  const company = await tx.company.findFirst({
    where: { isSandbox: true, organization: { id: organizationId } },
    select: { id: true },
  });
  return company?.id ?? null;
}

/** Adds a person to a company, or changes their role. */
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

/** Ends a person's membership of a company, if any. */
export async function deleteSandboxMember(
  tx: Database,
  companyId: number,
  userId: string,
): Promise<void> {
  await tx.companyMember.deleteMany({ where: { companyId, userId } });
}
