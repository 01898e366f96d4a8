import { type Database, db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { sql } from "@/lib/core/db/sql";
import type { NewLink } from "@/lib/identity/sessions/link";

/** The effects of a recovery link besides a new password, and its person. */
export type Recovery = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Whether the link was mailed, so that only the mailbox has it. */
  isMailed: boolean;
  /** Whether it turns the second factor off, because someone else may have set it up or its person lost it. */
  removesSecondFactor: boolean;
};

const HAS_PASSWORD = {
  passwordHash: { not: null },
  deactivatedAt: null,
} as const satisfies Prisma.UserWhereInput;

const openRows = () => ({ usedAt: null, expiresAt: { gt: new Date() } });

/** Finds the person who signs in with a password and this email address (in lower case), or null. */
export function findPersonByEmail(
  email: string,
): Promise<{ id: string; emailVerifiedAt: Date | null } | null> {
  const select = { id: true, emailVerifiedAt: true } as const;
  return db().user.findFirst({ where: { ...HAS_PASSWORD, email }, select });
}

export async function insertLink(
  userId: string,
  link: NewLink & { isMailed: boolean },
): Promise<void> {
  await db().passwordResetLink.create({ data: { userId, ...link }, select: { userId: true } });
}

/** Finds the person that a usable link belongs to, or null. */
export async function findLinkedPerson(tokenHash: NewLink["tokenHash"]): Promise<Recovery | null> {
  const row = await db().passwordResetLink.findFirst({
    where: { tokenHash, ...openRows(), user: HAS_PASSWORD },
    select: {
      isMailed: true,
      user: {
        select: { id: true, email: true, firstName: true, lastName: true, emailVerifiedAt: true },
      },
    },
  });
  if (!row?.user.email) return null;
  const { emailVerifiedAt, ...person } = row.user;
  const removesSecondFactor = !row.isMailed || emailVerifiedAt === null;
  return { ...person, email: row.user.email, isMailed: row.isMailed, removesSecondFactor };
}

const lockPerson = sql<{ userId: string }>(
  "lock-recovering-person",
  {},
  "SELECT id FROM users WHERE id = :userId FOR UPDATE",
);

/**
 * Uses up a link; false if it was used meanwhile. The person's row is locked first, as whenever a password changes, so
 * that of several links only one works.
 */
export async function takeLink(
  tx: Database,
  userId: string,
  tokenHash: NewLink["tokenHash"],
): Promise<boolean> {
  await lockPerson({ userId }, tx);
  const { count } = await tx.passwordResetLink.updateMany({
    where: { tokenHash, userId, ...openRows(), user: { deactivatedAt: null } },
    data: { usedAt: new Date() },
  });
  return count === 1;
}
