import type { Database } from "@/lib/kernel/db/client";

/**
 * Revokes a family of refresh tokens that no code led to, and the offline tokens of its grant that no code led to:
 * which of these the family led to is not known. The lock on the grant makes this and rotation take turns; each statement
 * then sees what a rotation before it stored.
 */
export async function revokeImportedFamily(
  tx: Database,
  familyId: string,
  grantId: string,
): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM grants WHERE id = ${grantId} FOR NO KEY UPDATE`;
  const data = { revokedAt: new Date() };
  await tx.refreshToken.updateMany({ where: { familyId, grantId, revokedAt: null }, data });
  await tx.accessToken.updateMany({
    where: { grantId, kind: "offline", codeHash: null, revokedAt: null },
    data,
  });
}
