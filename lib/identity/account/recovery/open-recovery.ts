import { db } from "@/lib/core/db/client";
import { type NewLink, openLink } from "@/lib/identity/sessions/link";

/** What a usable recovery link does, or null. @throws ServiceError too_many_requests after many unknown links */
export function openRecovery(token: string, ipAddress: string | null): Promise<Recovery | null> {
  return openLink(token, ipAddress, findLinkedPerson);
}

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

const HAS_PASSWORD = { passwordHash: { not: null }, deactivatedAt: null } as const;

/** Links that can still be used. */
export const openRows = () => ({ usedAt: null, expiresAt: { gt: new Date() } });

/** Finds the person who signs in with a password and this email address (in lower case), or null. */
export function findPersonByEmail(
  email: string,
): Promise<{ id: string; emailVerifiedAt: Date | null } | null> {
  const select = { id: true, emailVerifiedAt: true } as const;
  return db().user.findFirst({ where: { ...HAS_PASSWORD, email }, select });
}

/** Finds the person that a usable link belongs to, or null. */
async function findLinkedPerson(tokenHash: NewLink["tokenHash"]): Promise<Recovery | null> {
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
