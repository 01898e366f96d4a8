import type { Database } from "@/lib/core/db/client";
import { db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

/** The stored data of a person. */
export type KnownPerson = {
  email: string | null;
  firstName: string;
  lastName: string;
  externalId: string | null;
  isOperator: boolean;
  /** Addresses of their sessions. */
  ipAddresses: string[];
  organizationIds: string[];
};

const lockRow = sql<{ userId: string }>(
  "lock-person-to-erase",
  {},
  "SELECT id FROM users WHERE id = :userId FOR NO KEY UPDATE",
);

/** Locks a person until the transaction ends; null if they are unknown or already erased. */
export async function lockPerson(tx: Database, userId: string): Promise<KnownPerson | null> {
  await lockRow({ userId }, tx);
  const row = await tx.user.findUnique({
    where: { id: userId, erasedAt: null },
    select: {
      email: true,
      firstName: true,
      lastName: true,
      externalId: true,
      operatorRole: true,
      sessions: { select: { ipAddress: true } },
      organizationMembers: {
        select: { organizationId: true },
        orderBy: { organizationId: "asc" },
      },
    },
  });
  if (!row) return null;
  const { operatorRole, sessions, organizationMembers, ...person } = row;
  return {
    ...person,
    isOperator: operatorRole !== null,
    ipAddresses: sessions.flatMap(({ ipAddress }) => ipAddress ?? []),
    organizationIds: organizationMembers.map(({ organizationId }) => organizationId),
  };
}

/** The accounts that ended when a person linked them with this one and that are not erased yet, in id order. */
export async function listFormerAccounts(userId: string): Promise<string[]> {
  const rows = await db().user.findMany({
    where: { successorId: userId, erasedAt: null },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
}

/** Deactivates a person and ends their sessions, and with them their codes and online tokens. */
export async function endAccess(tx: Database, userId: string): Promise<void> {
  const now = new Date();
  await tx.user.updateMany({
    where: { id: userId, deactivatedAt: null },
    data: { deactivatedAt: now },
  });
  await tx.userSession.updateMany({ where: { userId, endedAt: null }, data: { endedAt: now } });
}

/** What else to look for, in lower case. */
export type PersonalTexts = { emails: string[]; values: string[] };

/**
 * Deletes what belongs to a person, and their name and addresses wherever else they are stored by themselves. The
 * person's row keeps the id, which histories and receipts name.
 */
export async function erasePerson(
  tx: Database,
  userId: string,
  { emails, values }: PersonalTexts,
): Promise<void> {
  const ofPerson = { where: { userId } };
  await tx.userSession.deleteMany(ofPerson);
  await tx.secondFactor.deleteMany(ofPerson);
  await tx.recoveryCode.deleteMany(ofPerson);
  await tx.passwordResetLink.deleteMany(ofPerson);
  await tx.organizationMember.deleteMany(ofPerson);
  await tx.companyMember.deleteMany(ofPerson);
  await tx.authorizationRequest.deleteMany(ofPerson);
  await tx.consentQuestion.deleteMany({ where: { askedBy: userId } });
  await tx.idempotentRequest.deleteMany({ where: { actor: `user:${userId}` } });
  const openInvitations = { invitedBy: userId, acceptedAt: null, revokedAt: null };
  const invitations = { where: { OR: [{ email: { in: emails } }, openInvitations] } };
  await tx.invitation.deleteMany(invitations);
  await tx.companyInvitation.deleteMany(invitations);
  await tx.clientSecret.updateMany({
    where: { lastUsedFrom: { in: values } },
    data: { lastUsedFrom: null },
  });
  const asContact = {
    where: { supportEmail: { in: emails, mode: "insensitive" as const } },
    data: { supportEmail: null },
  };
  await tx.client.updateMany(asContact);
  await tx.brand.updateMany(asContact);
  await tx.user.update({
    where: { id: userId },
    data: {
      email: null,
      firstName: "",
      lastName: "",
      passwordHash: null,
      externalId: null,
      emailVerifiedAt: null,
      erasedAt: new Date(),
    },
    select: { id: true },
  });
}
