import type { Database } from "@/lib/core/db/client";

export type SecondFactorRow = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>;

/** A person's second factor, confirmed or being set up; null for none. */
export function findSecondFactor(database: Database, userId: string) {
  return database.secondFactor.findUnique({
    where: { userId },
    select: { encrypted: true, encryptionKeyId: true, createdAt: true, confirmedAt: true },
  });
}

/**
 * Stores an unconfirmed second factor, replacing any earlier unconfirmed one.
 * @returns false if the person has a confirmed one, which stays
 */
export async function replaceUnconfirmedFactor(
  tx: Database,
  userId: string,
  sealed: { encrypted: Uint8Array<ArrayBuffer>; encryptionKeyId: string },
): Promise<boolean> {
  await tx.secondFactor.deleteMany({ where: { userId, confirmedAt: null } });
  const { count } = await tx.secondFactor.createMany({
    data: { userId, ...sealed },
    skipDuplicates: true,
  });
  return count === 1;
}

/** Confirms a second factor with the code of this step; false if it was confirmed meanwhile. */
export async function confirmFactor(tx: Database, userId: string, step: number): Promise<boolean> {
  const { count } = await tx.secondFactor.updateMany({
    where: { userId, confirmedAt: null },
    data: { confirmedAt: new Date(), lastStep: step },
  });
  return count === 1;
}

/** Uses up the code of a step; false if this or a later code was already used. */
export async function takeStep(tx: Database, userId: string, step: number): Promise<boolean> {
  const { count } = await tx.secondFactor.updateMany({
    where: {
      userId,
      confirmedAt: { not: null },
      OR: [{ lastStep: null }, { lastStep: { lt: step } }],
    },
    data: { lastStep: step },
  });
  return count === 1;
}

/** Removes a person's second factor and recovery codes. */
export async function deleteFactor(tx: Database, userId: string): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.secondFactor.deleteMany({ where: { userId } });
}

/** Uses up a recovery code; false if it is unknown or already used. */
export async function takeRecoveryCode(
  tx: Database,
  userId: string,
  codeHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: {
      userId,
      codeHash,
      usedAt: null,
      user: { secondFactor: { confirmedAt: { not: null } } },
    },
    data: { usedAt: new Date() },
  });
  return count === 1;
}

export async function storeRecoveryCodes(
  tx: Database,
  userId: string,
  codeHashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) });
}

export function countRecoveryCodes(database: Database, userId: string): Promise<number> {
  return database.recoveryCode.count({ where: { userId, usedAt: null } });
}
