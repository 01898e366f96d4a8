import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { sql } from "@/lib/core/db/sql";
import type { PersonClaims } from "@/lib/platform/provider/claims/apply-claims";

/** A person as sign-in at the provider finds them. */
type ProviderPerson = {
  id: string;
  isDeactivated: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
};

/** The provider's data about a person; null for what is missing. */
type ProviderProfile = Pick<PersonClaims, "email" | "isEmailVerified" | "firstName" | "lastName">;

export async function isOwnId(tx: Database, id: string): Promise<boolean> {
  return (await tx.user.count({ where: { id } })) > 0;
}

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

/** Stores what a session opened at the provider remembers. Its ID token is sealed, and `sid` names it in a back-channel logout. */
export async function insertProviderSession(
  tx: Database,
  session: Prisma.ProviderSessionUncheckedCreateInput,
) {
  await tx.providerSession.create({ data: session, select: { sessionId: true } });
}

/** What signing out at the provider needs of a session; null if it was not opened there. */
export function findProviderSession(sessionId: string) {
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

/** Which of these companies exist and are not closed. */
export async function findOpenCompanies(tx: Database, ids: number[]): Promise<Set<number>> {
  const where = { id: { in: ids }, status: { not: "closed" as const } };
  const rows = await tx.company.findMany({ where, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

export async function findOrganizations(tx: Database, ids: string[]): Promise<Set<string>> {
  const where = { id: { in: ids } };
  const rows = await tx.organization.findMany({ where, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** Whether claims may change a person's role as an operator. */
export async function isOperatorClaimable(tx: Database, userId: string): Promise<boolean> {
  const select = { operatorSource: true };
  const row = await tx.user.findUniqueOrThrow({ where: { id: userId }, select });
  return row.operatorSource === null || row.operatorSource === "claims";
}
