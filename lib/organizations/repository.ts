import type { OrganizationRole } from "@/lib/auth/permissions";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const COLUMNS = {
  id: true,
  name: true,
  companyId: true,
  verified: true,
  requireSecondFactor: true,
  createdAt: true,
} as const satisfies Prisma.OrganizationSelect;

/** An organization as the database holds it. */
export type OrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof COLUMNS }>;

/** An organization by its id. Throws when there is none: a caller has shown that there is. */
export function findOrganization(
  database: Database,
  organizationId: string,
): Promise<OrganizationRow> {
  return database.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: COLUMNS,
  });
}

/** Changes an organization; `undefined` leaves a column as it is. */
export function updateOrganization(
  tx: Database,
  organizationId: string,
  change: {
    name: string | undefined;
    requireSecondFactor: boolean | undefined;
    verified: boolean;
  },
): Promise<OrganizationRow> {
  return tx.organization.update({
    where: { id: organizationId },
    data: change,
    select: COLUMNS,
  });
}

/** Sets whether an organization was checked. @returns what it was before, or null when there is none */
export async function setVerified(
  tx: Database,
  organizationId: string,
  verified: boolean,
): Promise<{ name: string; verified: boolean } | null> {
  const before = await tx.organization.findUnique({
    where: { id: organizationId },
    select: { name: true, verified: true },
  });
  await tx.organization.updateMany({ where: { id: organizationId }, data: { verified } });
  return before;
}

/**
 * Keeps everybody else from changing an organization or its members until the transaction ends.
 * Rows that only point to it can still be added.
 */
export async function lockOrganization(tx: Database, organizationId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`;
}

/** A person's role in an organization, or null for a stranger. */
export async function findRole(
  tx: Database,
  organizationId: string,
  userId: string,
): Promise<OrganizationRole | null> {
  const member = await tx.organizationMember.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true },
  });
  return member?.role ?? null;
}
