import { type Database, db } from "@/lib/core/db/client";
import { accountLabel } from "@/lib/core/full-name";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";

/** A session waiting for the second factor, with its person. */
export type PendingSession = { sessionId: string; userId: string; account: string };

/** The session of a Cookie header if it is waiting for the second factor, or null. */
export async function readPendingSession(cookie: string | null): Promise<PendingSession | null> {
  const sessionId = readSessionId(cookie);
  return sessionId ? findPendingSession(sessionId) : null;
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

/** Ends a session waiting for the second factor; false if it no longer waits. */
export async function takePendingSession(tx: Database, sessionId: string): Promise<boolean> {
  const now = new Date();
  const { count } = await tx.userSession.updateMany({
    where: { id: sessionId, secondFactorPending: true, endedAt: null, expiresAt: { gt: now } },
    data: { endedAt: now },
  });
  return count === 1;
}
