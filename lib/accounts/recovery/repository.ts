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

/** A person by their e-mail address in lower case; null for nobody, or an account that ended. */
export function findPersonByEmail(email: string): Promise<RecoverablePerson | null> {
  return db().user.findFirst({ where: { email, deactivatedAt: null }, select: COLUMNS });
}

/** A person by their id; null for nobody, or an account that ended. */
export function findPerson(userId: string): Promise<RecoverablePerson | null> {
  return db().user.findFirst({ where: { id: userId, deactivatedAt: null }, select: COLUMNS });
}

/** Replaces a password that is still this one; false when somebody changed it meanwhile. */
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

/** A person whose e-mail address nothing has proved yet, by it in lower case; null for anybody else. */
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
