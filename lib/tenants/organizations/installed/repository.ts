import { type Database, db } from "@/lib/core/db/client";

/** An organization's current grants, most recently changed first. */
export function findInstalled(organizationId: string) {
  return db().grant.findMany({
    where: { organizationId, revokedAt: null, client: { deletedAt: null } },
    select: {
      scopes: true,
      modifiedAt: true,
      approver: { select: { firstName: true, lastName: true } },
      client: {
        select: {
          clientId: true,
          name: true,
          logoId: true,
          isActive: true,
          organization: { select: { name: true, verified: true } },
        },
      },
    },
    orderBy: { modifiedAt: "desc" },
  });
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
