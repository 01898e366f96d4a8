import { type Database, db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { OperatorRole } from "@/lib/core/platform-permissions";

/** How a person can sign in, and what the directory or claims gave them. */
export type SignInWays = {
  /** The person's id at the provider, or null. */
  externalId: string | null;
  isLinked: boolean;
  hasPassword: boolean;
  platformAccess: {
    /** Names of companies and organizations, in order. */
    places: string[];
    operatorRole: OperatorRole | null;
  };
};

/** How a person can sign in, and what would end with the link. */
export async function findSignInWays(userId: string): Promise<SignInWays> {
  const where = { source: { not: "local" as const } };
  const name = { select: { name: true } };
  const person = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      externalId: true,
      passwordHash: true,
      operatorRole: true,
      operatorSource: true,
      companyMembers: { where, select: { company: name } },
      organizationMembers: { where, select: { organization: name } },
    },
  });
  const places = [
    ...person.organizationMembers.map(({ organization }) => organization.name),
    ...person.companyMembers.map(({ company }) => company.name),
  ];
  return {
    externalId: person.externalId,
    isLinked: person.externalId !== null,
    hasPassword: person.passwordHash !== null,
    platformAccess: {
      places: places.sort((one, other) => one.localeCompare(other)),
      operatorRole: person.operatorSource === "claims" ? person.operatorRole : null,
    },
  };
}

const lockHolder = sql<{ externalId: string }>(
  "lock-holder-of-external-id",
  {},
  "SELECT 1 FROM users WHERE external_id = :externalId FOR UPDATE",
);

/** Locks the person with this id at the platform; null if there is none. */
export async function findHolder(
  tx: Database,
  externalId: string,
): Promise<{ id: string; hasPassword: boolean; isDeactivated: boolean } | null> {
  await lockHolder({ externalId }, tx);
  const select = { id: true, passwordHash: true, deactivatedAt: true };
  const row = await tx.user.findUnique({ where: { externalId }, select });
  if (!row) return null;
  const { id, passwordHash, deactivatedAt } = row;
  return { id, hasPassword: passwordHash !== null, isDeactivated: deactivatedAt !== null };
}

const lockLinkable = sql<{ userId: string }>(
  "lock-linkable-person",
  {},
  `
  SELECT 1 FROM users
  WHERE id = :userId AND external_id IS NULL AND password_hash IS NOT NULL FOR UPDATE`,
);

/** Whether an account has a password and no id at the platform yet. Locks it. */
export async function isLinkable(tx: Database, userId: string): Promise<boolean> {
  const rows = await lockLinkable({ userId }, tx);
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

const lockLinked = sql<{ userId: string }, { externalId: string }>(
  "lock-linked-person",
  { externalId: "text" },
  `
  SELECT external_id AS "externalId" FROM users
  WHERE id = :userId AND external_id IS NOT NULL AND password_hash IS NOT NULL FOR UPDATE`,
);

/**
 * Takes a person's id at the platform away, and ends the other sessions that were opened there.
 * @returns the id; null if there is none, or if the person has no password and could not sign in without the link
 */
export async function clearExternalId(
  tx: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<string | null> {
  const [linked] = await lockLinked({ userId }, tx);
  if (!linked) return null;
  const where = { id: userId };
  await tx.user.update({ where, data: { externalId: null }, select: { id: true } });
  await tx.userSession.updateMany({
    where: { userId, id: { not: sessionId }, endedAt: null, providerSession: { isNot: null } },
    data: { endedAt: new Date() },
  });
  return linked.externalId;
}
