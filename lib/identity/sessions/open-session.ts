import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";

/** Where a session was opened, so that its person can recognize it. */
export type SessionOrigin = { ipAddress: string | null; userAgent: string | null };

/** Lifetime of a session in seconds: 12 hours, a working day. */
export const SESSION_SECONDS = 12 * 60 * 60;

// Long enough to find the phone, short enough that an abandoned sign-in is useless.
const PENDING_SECONDS = 10 * 60;

/** Opens a session for 12 hours, or for 10 minutes while it waits for the second factor. @returns its id */
export async function openSession(
  database: Database,
  userId: string,
  state: "live" | "second_factor_pending",
  { ipAddress, userAgent }: SessionOrigin,
): Promise<string> {
  const secondFactorPending = state === "second_factor_pending";
  const seconds = secondFactorPending ? PENDING_SECONDS : SESSION_SECONDS;
  const expiresAt = new Date(Date.now() + seconds * 1000);
  const id = newId();
  const data = { id, userId, expiresAt, secondFactorPending, ipAddress, userAgent };
  await database.userSession.create({ data, select: { id: true } });
  return id;
}

/** Opens the live session that follows one that waited for the second factor. */
export async function openSessionAfter(
  tx: Database,
  pending: { sessionId: string; userId: string },
  origin: SessionOrigin,
): Promise<string> {
  const sessionId = await openSession(tx, pending.userId, "live", origin);
  // What it remembers of the sign-in provider goes on.
  const where = { sessionId: pending.sessionId };
  await tx.providerSession.updateMany({ where, data: { sessionId } });
  return sessionId;
}

/** Sessions that are to end: of a person, with an id or all others, opened at the provider. */
type EndingSessions = {
  id?: string | { not: string };
  userId?: string;
  user?: { externalId: string };
  providerSession?: { isNot: null } | { sid: string };
};

/** Ends sessions for good: every copy of their cookies becomes useless. @returns how many */
export async function endSessions(database: Database, which: EndingSessions): Promise<number> {
  const { count } = await database.userSession.updateMany({
    where: { ...which, endedAt: null },
    data: { endedAt: new Date() },
  });
  return count;
}
