import type { OrganizationRole } from "@/lib/auth/permissions";
import type { Session } from "@/lib/auth/session";
import { newId } from "@/lib/crypto/ids";
import { db } from "@/lib/db/client";
import { hotQuery } from "@/lib/db/pool";

/** What sign-in needs to know of a person. */
export type Credentials = { id: string; passwordHash: string };

/** Finds a person who may sign in, by e-mail in lower case. */
export function findCredentials(email: string): Promise<Credentials | null> {
  return db().user.findFirst({
    where: { email, deactivatedAt: null },
    select: { id: true, passwordHash: true },
  });
}

/** Stores a new session and returns its id. */
export async function insertSession(session: {
  userId: string;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}): Promise<string> {
  const id = newId();
  await db().userSession.create({ data: { id, ...session } });
  return id;
}

/** Ends a session; its cookie is worthless from now on. */
export async function endSessionRow(sessionId: string): Promise<void> {
  await db().userSession.updateMany({
    where: { id: sessionId, endedAt: null },
    data: { endedAt: new Date() },
  });
}

const FIND_SESSION = `
  SELECT s.id AS "sessionId", u.id AS "userId", u.email, u.first_name AS "firstName", u.last_name AS "lastName"
  FROM user_sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now() AND u.deactivated_at IS NULL`;

/** The live session of this id, or null. */
export async function findSession(sessionId: string): Promise<Session | null> {
  const [row] = await hotQuery<Session>("find-session", FIND_SESSION, [sessionId]);
  return row ?? null;
}

/** The role of a person in an organization, or null for a stranger. */
export async function findOrganizationRole(
  organizationId: string,
  userId: string,
): Promise<OrganizationRole | null> {
  const member = await db().organizationMember.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true },
  });
  return member?.role ?? null;
}

/** An organization and the person's role in it. */
export type Membership = { id: string; name: string; role: OrganizationRole };

/** The organizations that a person belongs to, by name. */
export async function findOrganizationMemberships(userId: string): Promise<Membership[]> {
  const rows = await db().organizationMember.findMany({
    where: { userId },
    select: { role: true, organization: { select: { id: true, name: true } } },
    orderBy: { organization: { name: "asc" } },
  });
  return rows.map(({ role, organization }) => ({ ...organization, role }));
}
