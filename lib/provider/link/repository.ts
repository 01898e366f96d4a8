import { type Database, db } from "@/lib/kernel/db/client";

/** How a person can sign in. */
export type SignInWays = { externalId: string | null; hasPassword: boolean };

/** How a person can sign in. */
export async function findSignInWays(userId: string): Promise<SignInWays> {
  const select = { externalId: true, passwordHash: true };
  const person = await db().user.findUniqueOrThrow({ where: { id: userId }, select });
  return { externalId: person.externalId, hasPassword: person.passwordHash !== null };
}

/** Locks the person with this id at the platform; null if there is none. */
export async function findHolder(
  tx: Database,
  externalId: string,
): Promise<{ id: string; hasPassword: boolean; isDeactivated: boolean } | null> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE external_id = ${externalId} FOR UPDATE`;
  const select = { id: true, passwordHash: true, deactivatedAt: true };
  const row = await tx.user.findUnique({ where: { externalId }, select });
  return (
    row && {
      id: row.id,
      hasPassword: row.passwordHash !== null,
      isDeactivated: row.deactivatedAt !== null,
    }
  );
}

/** Whether an account has a password and no id at the platform yet. Locks it. */
export async function isLinkable(tx: Database, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users
    WHERE id = ${userId} AND external_id IS NULL AND password_hash IS NOT NULL FOR UPDATE`;
  return rows.length === 1;
}

/** Gives a person an id at the platform. */
export async function setExternalId(
  tx: Database,
  userId: string,
  externalId: string,
): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { externalId }, select: { id: true } });
}

/** Ends an account that continues as another one. */
export async function endAccount(tx: Database, from: string, to: string): Promise<void> {
  const now = new Date();
  await tx.userSession.updateMany({
    where: { userId: from, endedAt: null },
    data: { endedAt: now },
  });
  await tx.user.update({
    where: { id: from },
    data: {
      externalId: null,
      deactivatedAt: now,
      successorId: to,
    },
    select: { id: true },
  });
}

/**
 * Takes a person's id at the platform away, and ends the other sessions that were opened there.
 * @returns false for a person without a password, who could not sign in any more
 */
export async function clearExternalId(
  tx: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const where = { id: userId, externalId: { not: null }, passwordHash: { not: null } };
  const { count } = await tx.user.updateMany({ where, data: { externalId: null } });
  if (count === 0) return false;
  await tx.userSession.updateMany({
    where: { userId, id: { not: sessionId }, endedAt: null, providerSession: { isNot: null } },
    data: { endedAt: new Date() },
  });
  return true;
}
