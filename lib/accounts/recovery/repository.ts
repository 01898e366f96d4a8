import { type Database, db } from "@/lib/kernel/db/client";

/** A person whose account may be recovered. */
export type RecoverablePerson = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
};

const COLUMNS = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  passwordHash: true,
} as const;

/** Finds a person by e-mail address in lower case; null if there is none, or the account has ended. */
export function findPersonByEmail(email: string): Promise<RecoverablePerson | null> {
  return db().user.findFirst({ where: { email, deactivatedAt: null }, select: COLUMNS });
}

/** Finds a person by id; null if there is none, or the account has ended. */
export function findPerson(userId: string): Promise<RecoverablePerson | null> {
  return db().user.findFirst({ where: { id: userId, deactivatedAt: null }, select: COLUMNS });
}

/** Replaces a password if it is still this one; false if it was changed meanwhile. */
export async function replacePassword(
  tx: Database,
  { id, passwordHash }: RecoverablePerson,
  newHash: string,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id, passwordHash, deactivatedAt: null },
    data: { passwordHash: newHash },
  });
  return count === 1;
}

/** Finds a person with an unverified e-mail address by that address in lower case, or null. */
export function findUnverifiedPerson(email: string): Promise<RecoverablePerson | null> {
  return db().user.findFirst({
    where: { email, deactivatedAt: null, emailVerifiedAt: null },
    select: COLUMNS,
  });
}

/** Ends every session of a person. */
export async function endAllSessions(tx: Database, userId: string): Promise<void> {
  await tx.userSession.updateMany({
    where: { userId, endedAt: null },
    data: { endedAt: new Date() },
  });
}
