import type { Database } from "@/lib/core/db/client";

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

/** Whether claims may change a person's role as an operator. */
export async function isOperatorClaimable(tx: Database, userId: string): Promise<boolean> {
  const select = { operatorSource: true };
  const row = await tx.user.findUniqueOrThrow({ where: { id: userId }, select });
  return row.operatorSource === null || row.operatorSource === "claims";
}
