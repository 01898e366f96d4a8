import { type Database, db } from "@/lib/core/db/client";

export async function updateName(
  userId: string,
  name: { firstName: string; lastName: string },
): Promise<void> {
  await db().user.update({ where: { id: userId }, data: name, select: { id: true } });
}

/** Changes a person's password, and ends links that could change it again. */
export async function updatePassword(tx: Database, userId: string, passwordHash: string) {
  await tx.user.update({ where: { id: userId }, data: { passwordHash }, select: { id: true } });
  await tx.passwordResetLink.updateMany({
    where: { userId, usedAt: null },
    data: { usedAt: new Date() },
  });
}

/** Whether something has proved a person's email address. */
export async function findEmailVerified(userId: string): Promise<boolean> {
  const verified = await db().user.findFirst({
    where: { id: userId, emailVerifiedAt: { not: null } },
    select: { id: true },
  });
  return verified !== null;
}

/** A person's live sessions, newest first. */
export function findLiveSessions(userId: string) {
  return db().userSession.findMany({
    where: { userId, endedAt: null, secondFactorPending: false, expiresAt: { gt: new Date() } },
    select: { id: true, createdAt: true, ipAddress: true, userAgent: true },
    orderBy: { createdAt: "desc" },
  });
}
