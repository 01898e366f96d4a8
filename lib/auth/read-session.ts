import { findSession } from "@/lib/auth/repository";
import type { Session } from "@/lib/auth/session";
import { readSessionId } from "@/lib/auth/session-cookie";

/** The live session that a request's cookie names, or null. Costs no query without a signed cookie. */
export async function readSession(headers: Headers): Promise<Session | null> {
  const sessionId = readSessionId(headers.get("cookie"));
  return sessionId ? findSession(sessionId) : null;
}
