import { findSession, type Session } from "@/lib/auth/repository";
import { readSessionId } from "@/lib/auth/session-cookie";

/** The live session that a request's cookie names, or null. Costs no query without a signed cookie. */
export async function readSession(headers: Headers): Promise<Session | null> {
  const sessionId = readSessionId(headers.get("cookie"));
  return sessionId ? findSession(sessionId) : null;
}
