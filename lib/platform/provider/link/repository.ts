import { type Database, db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { OperatorRole } from "@/lib/core/permissions/platform-permissions";
import { compareNames } from "@/lib/core/values/name-order-values";
import { endSessions } from "@/lib/identity/sessions/open-session";
import { lockPerson } from "@/lib/platform/provider/complete-sign-in";

/** How a person can sign in, and what the directory or claims gave them. */
export type SignInWays = {
  /** The person's id at the provider, or null. */
  externalId: string | null;
  isLinked: boolean;
  hasPassword: boolean;
  platformAccess: {
    /** Names of companies and organizations, in order. */
    tenants: string[];
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
  const tenants = [
    ...person.organizationMembers.map(({ organization }) => organization.name),
    ...person.companyMembers.map(({ company }) => company.name),
  ];
  return {
    externalId: person.externalId,
    isLinked: person.externalId !== null,
    hasPassword: person.passwordHash !== null,
    platformAccess: {
      tenants: tenants.sort(compareNames),
      operatorRole: person.operatorSource === "claims" ? person.operatorRole : null,
    },
  };
}

/** Locks the person with this id at the platform; null if there is none. */
export async function findHolder(
  tx: Database,
  externalId: string,
): Promise<{ id: string; hasPassword: boolean; isDeactivated: boolean } | null> {
  await lockPerson({ externalId }, tx);
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
export async function setExternalId(tx: Database, userId: string, externalId: string) {
  await tx.user.update({ where: { id: userId }, data: { externalId }, select: { id: true } });
}

/** Ends an account that continues as another one. */
export async function endAccount(tx: Database, from: string, to: string): Promise<void> {
  await endSessions(tx, { userId: from });
  const data = { externalId: null, deactivatedAt: new Date(), successorId: to };
  await tx.user.update({ where: { id: from }, data, select: { id: true } });
}

const lockLinked = sql<{ userId: string }, { externalId: string }>(
  "lock-linked-person",
  { externalId: "text!" },
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
  await endSessions(tx, { userId, id: { not: sessionId }, providerSession: { isNot: null } });
  return linked.externalId;
}

const moveSeenSecrets = sql<{ from: string; to: string }>(
  "move-seen-secrets",
  {},
  `
  WITH seen AS (DELETE FROM client_secret_holders WHERE actor = :from RETURNING secret_id)
  INSERT INTO client_secret_holders (secret_id, actor) SELECT secret_id, :to FROM seen
  ON CONFLICT DO NOTHING`,
);

/** Makes another person the one who has seen a person's secrets and sent their open invitations. */
export async function moveKnowledge(tx: Database, from: string, to: string): Promise<void> {
  await moveSeenSecrets({ from: `user:${from}`, to: `user:${to}` }, tx);
  await tx.clientSecret.updateMany({ where: { createdBy: from }, data: { createdBy: to } });
  await tx.serviceKeySecret.updateMany({ where: { seenBy: from }, data: { seenBy: to } });
  const openInvitations = { where: { invitedBy: from, acceptedAt: null, revokedAt: null } };
  await tx.invitation.updateMany({ ...openInvitations, data: { invitedBy: to } });
  await tx.companyInvitation.updateMany({ ...openInvitations, data: { invitedBy: to } });
}
