import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

/** A person as sign-in at the provider finds them. */
export type ProviderPerson = {
  id: string;
  isDeactivated: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
};

/** The provider's data about a person; null for what is missing. */
export type ProviderProfile = {
  email: string | null;
  isEmailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
};

/** Whether this is our own id of a person. */
export async function isOwnId(tx: Database, id: string): Promise<boolean> {
  return (await tx.user.count({ where: { id } })) > 0;
}

/** Locks the person with this id at the platform, if there is one. */
export const lockPerson = sql<{ externalId: string }>(
  "lock-person-at-sign-in",
  {},
  "SELECT 1 FROM users WHERE external_id = :externalId FOR UPDATE",
);

/** Finds the person with this id at the platform and locks their row, or creates them. */
export async function findOrCreatePerson(
  tx: Database,
  externalId: string,
  profile: ProviderProfile,
): Promise<ProviderPerson> {
  const { email, firstName, lastName } = profile;
  const name = { firstName: firstName ?? email ?? externalId, lastName: lastName ?? "" };
  await tx.user.createMany({
    data: { id: newId(), externalId, email, ...name, firstName: name.firstName.slice(0, 120) },
    skipDuplicates: true,
  });
  await lockPerson({ externalId }, tx);
  const person = await tx.user.findUnique({
    where: { externalId },
    select: {
      id: true,
      deactivatedAt: true,
      passwordHash: true,
      secondFactor: { select: { confirmedAt: true } },
    },
  });
  // The person was erased, or linked another account, after the first statement. Their account at the provider is new here.
  if (!person) return findOrCreatePerson(tx, externalId, profile);
  return {
    id: person.id,
    isDeactivated: person.deactivatedAt !== null,
    hasPassword: person.passwordHash !== null,
    hasSecondFactor: Boolean(person.secondFactor?.confirmedAt),
  };
}

/**
 * Updates a person without a password, whose address and name the platform knows. A linked account with a password keeps
 * its address, which the provider can only verify.
 */
export async function updateProfile(
  tx: Database,
  userId: string,
  { email, isEmailVerified, firstName, lastName }: ProviderProfile,
): Promise<void> {
  const emailVerifiedAt = isEmailVerified ? new Date() : null;
  await tx.user.updateMany({
    where: { id: userId, passwordHash: null },
    data: {
      ...(email && { email, emailVerifiedAt }),
      ...(firstName && { firstName }),
      ...(lastName && { lastName }),
    },
  });
  if (!emailVerifiedAt) return;
  const where = { id: userId, email, emailVerifiedAt: null };
  await tx.user.updateMany({ where, data: { emailVerifiedAt } });
}

/** The stored data of a session opened at the provider. */
export type NewProviderSession = {
  id: string;
  sessionId: string;
  /** `sid` of the ID token, which a back-channel logout names. */
  sid: string | null;
  /** The ID token, sealed. */
  encrypted: Uint8Array<ArrayBuffer> | null;
  encryptionKeyId: string | null;
  secondFactor: boolean;
  authenticatedAt: Date | null;
  ignoredClaims: string[];
};

/** Stores what a session opened at the provider remembers. */
export async function insertProviderSession(
  tx: Database,
  session: NewProviderSession,
): Promise<void> {
  await tx.providerSession.create({ data: session, select: { sessionId: true } });
}

/** What signing out at the provider needs of a session; null if it was not opened there. */
export function findProviderSession(
  sessionId: string,
): Promise<Pick<NewProviderSession, "id" | "encrypted" | "encryptionKeyId"> | null> {
  return db().providerSession.findUnique({
    where: { sessionId },
    select: { id: true, encrypted: true, encryptionKeyId: true },
  });
}

/** The claims of a person's last sign-in that were ignored. */
export async function findIgnoredClaims(sessionId: string): Promise<string[]> {
  const where = { sessionId };
  const row = await db().providerSession.findUnique({ where, select: { ignoredClaims: true } });
  return row?.ignoredClaims ?? [];
}

/**
 * Uses up a value that the provider sent, in every process.
 * @param value with its kind: `state:…`, `jti:…`
 * @returns false if it was used before
 */
export async function takeOnce(tx: Database, value: string, expiresAt: Date): Promise<boolean> {
  const { count } = await tx.providerReplay.createMany({
    data: { valueHash: new Uint8Array(sha256(value)), expiresAt },
    skipDuplicates: true,
  });
  return count === 1;
}

/** Ends the sessions that were opened at the provider with this `sid`, or else all of this person. */
export async function endProviderSessions(
  tx: Database,
  { sid, sub }: { sid: string | null; sub: string | null },
): Promise<number> {
  const { count } = await tx.userSession.updateMany({
    where: {
      endedAt: null,
      ...(sub !== null && { user: { externalId: sub } }),
      providerSession: sid === null ? { isNot: null } : { sid },
    },
    data: { endedAt: new Date() },
  });
  return count;
}
