import type { PendingSession } from "@/lib/identity/sessions/pending-session";
import { findPendingSession } from "@/lib/identity/sessions/repository";
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
