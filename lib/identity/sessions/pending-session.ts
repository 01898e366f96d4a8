import type { Database } from "@/lib/core/db/client";
import { findPendingSession, type PendingSession } from "@/lib/identity/sessions/repository";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";

/** The session of a request's cookie if it is waiting for the second factor, or null. */
export async function readPendingSession(headers: Headers): Promise<PendingSession | null> {
  return pendingSessionOfCookie(headers.get("cookie"));
}

/** Like {@link readPendingSession}, for a Cookie header as sent. */
export async function pendingSessionOfCookie(
  cookie: string | null,
): Promise<PendingSession | null> {
  const sessionId = readSessionId(cookie);
  return sessionId ? findPendingSession(sessionId) : null;
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
