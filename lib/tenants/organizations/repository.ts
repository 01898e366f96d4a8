import type { Database } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";

const COLUMNS = {
  id: true,
  name: true,
  companyId: true,
  verified: true,
  requireSecondFactor: true,
  createdAt: true,
} as const satisfies Prisma.OrganizationSelect;

export type OrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof COLUMNS }>;

/** Returns an organization by id. Throws if it does not exist, which a caller who belongs to it rules out. */
export function findOrganization(database: Database, organizationId: string) {
  return database.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: COLUMNS,
  });
}

/** Changes an organization; `undefined` leaves a column unchanged. */
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

/**
 * Sets whether an organization is verified.
 * @returns the previous value, or null if there is no such organization
 */
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

/** The scopes an organization granted a client; null if none. */
export async function findInstalledScopes(
  tx: Database,
  organizationId: string,
  clientId: string,
): Promise<string[] | null> {
  const grant = await tx.grant.findFirst({
    where: { organizationId, clientId, revokedAt: null },
    select: { scopes: true },
  });
  return grant?.scopes ?? null;
}
