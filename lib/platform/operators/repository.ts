import { type Database, db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

/** A tenant that people can be invited to. */
type TenantRow = { name: string; status: "active" | "suspended" | "closed" };
const TENANT_TYPES = { name: "text", status: "text" } as const;

const lockCompanyRow = sql<{ id: number }, TenantRow>(
  "lock-invited-company",
  TENANT_TYPES,
  `
  SELECT name, status::text FROM companies WHERE id = :id FOR NO KEY UPDATE`,
);

/** A company, locked until the transaction ends; null if there is none. */
export async function lockCompany(tx: Database, id: number): Promise<TenantRow | null> {
  const [row] = await lockCompanyRow({ id }, tx);
  return row ?? null;
}

const lockOrganizationRow = sql<{ id: string }, TenantRow>(
  "lock-invited-organization",
  TENANT_TYPES,
  `
  SELECT name, status::text FROM organizations WHERE id = :id FOR NO KEY UPDATE`,
);

/** An organization, locked until the transaction ends; null if there is none. */
export async function lockOrganization(tx: Database, id: string): Promise<TenantRow | null> {
  const [row] = await lockOrganizationRow({ id }, tx);
  return row ?? null;
}

/** Stores a company that only exists here. @returns its id */
export async function insertLocalCompany(
  tx: Database,
  company: { name: string; isSandbox: boolean },
): Promise<number> {
  const { id } = await tx.company.create({ data: company, select: { id: true } });
  return id;
}

/** The memberships of a person, by name; null for a person who does not exist or was erased. */
export function findMemberships(userId: string) {
  return db().user.findFirst({
    where: { id: userId, erasedAt: null },
    select: {
      companyMembers: {
        select: { role: true, source: true, company: { select: { id: true, name: true } } },
        orderBy: { company: { name: "asc" } },
      },
      organizationMembers: {
        select: { role: true, source: true, organization: { select: { id: true, name: true } } },
        orderBy: { organization: { name: "asc" } },
      },
    },
  });
}
