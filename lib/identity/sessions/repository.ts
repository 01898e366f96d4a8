import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import { first, sql } from "@/lib/core/db/sql";
import { accountLabel } from "@/lib/core/full-name";
import { sortByName } from "@/lib/core/values/name-order-values";
import type { Session } from "@/lib/operation/access/session";

/** Finds a person who may sign in, by email in lower case. */
export async function findCredentials(email: string) {
  const person = await db().user.findFirst({
    where: { email, passwordHash: { not: null }, deactivatedAt: null },
    select: {
      id: true,
      passwordHash: true,
      operatorRole: true,
      secondFactor: { select: { confirmedAt: true } },
    },
  });
  if (!person?.passwordHash) return null;
  return {
    id: person.id,
    passwordHash: person.passwordHash,
    hasSecondFactor: Boolean(person.secondFactor?.confirmedAt),
    isOperator: person.operatorRole !== null,
  };
}

/** The facts for checking the password of a signed-in person; null if they have none or may not sign in. */
export async function findOwnCredentials(
  userId: string,
): Promise<{ email: string; passwordHash: string } | null> {
  const person = await db().user.findFirst({
    where: { id: userId, deactivatedAt: null },
    select: { email: true, passwordHash: true },
  });
  if (!person?.email || !person.passwordHash) return null;
  return { email: person.email, passwordHash: person.passwordHash };
}

/** Replaces a password's hash by another of the same password, unless the password was changed meanwhile. */
export async function replacePasswordHash(
  email: string,
  passwordHash: string,
  replacement: string,
): Promise<void> {
  await db().user.updateMany({
    where: { email, passwordHash },
    data: { passwordHash: replacement },
  });
}

/** Where a session was opened, so that its person can recognize it. */
export type SessionOrigin = { ipAddress: string | null; userAgent: string | null };

/** Stores a new session and returns its id. */
export async function insertSession(
  database: Database,
  session: SessionOrigin & { userId: string; expiresAt: Date; secondFactorPending: boolean },
): Promise<string> {
  const id = newId();
  await database.userSession.create({ data: { id, ...session }, select: { id: true } });
  return id;
}

/** The session with this id if it is waiting for the second factor, or null. */
export async function findPendingSession(sessionId: string): Promise<PendingSession | null> {
  const row = await db().userSession.findFirst({
    where: {
      id: sessionId,
      secondFactorPending: true,
      endedAt: null,
      expiresAt: { gt: new Date() },
      user: { deactivatedAt: null },
    },
    select: { userId: true, user: { select: { email: true, firstName: true, lastName: true } } },
  });
  return row && { sessionId, userId: row.userId, account: accountLabel(row.user) };
}

/** Passes what a session remembers of the sign-in provider on to the session that replaces it. */
export async function moveProviderSession(
  tx: Database,
  fromSessionId: string,
  toSessionId: string,
): Promise<void> {
  await tx.providerSession.updateMany({
    where: { sessionId: fromSessionId },
    data: { sessionId: toSessionId },
  });
}

/** When a person last proved in this session, at the sign-in provider, who they are; null if unknown. */
export async function findAuthenticationTime(
  sessionId: string,
  userId: string,
): Promise<Date | null> {
  const row = await db().providerSession.findFirst({
    where: { sessionId, session: { userId } },
    select: { authenticatedAt: true },
  });
  return row?.authenticatedAt ?? null;
}

const findLiveSession = sql<{ sessionId: string }, Session>(
  "find-session",
  {
    sessionId: "text",
    userId: "text",
    email: "text?",
    firstName: "text",
    lastName: "text",
    operatorRole: "text?",
  },
  `
  SELECT s.id AS "sessionId", u.id AS "userId", u.email, u.first_name AS "firstName", u.last_name AS "lastName",
    u.operator_role::text AS "operatorRole"
  FROM user_sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = :sessionId AND s.ended_at IS NULL AND s.expires_at > now() AND NOT s.second_factor_pending
    AND u.deactivated_at IS NULL`,
);

/** The live session with this id, or null. One waiting for the second factor does not count. */
export async function findSession(sessionId: string): Promise<Session | null> {
  return first(await findLiveSession({ sessionId }));
}

/** An organization and the person's role in it. */
export type Membership = Awaited<ReturnType<typeof findOrganizationMemberships>>[number];

/** A person's organizations, by name. */
export async function findOrganizationMemberships(userId: string) {
  const rows = await db().organizationMember.findMany({
    where: { userId },
    select: {
      role: true,
      organization: { select: { id: true, name: true, status: true, requireSecondFactor: true } },
    },
    orderBy: { organizationId: "asc" },
  });
  return sortByName(
    rows.map(({ role, organization: { requireSecondFactor, ...organization } }) => ({
      ...organization,
      role,
      requiresSecondFactor: requireSecondFactor,
    })),
  );
}

/** A session waiting for the second factor, with its person. */
export type PendingSession = { sessionId: string; userId: string; account: string };
