import { findSession } from "@/lib/auth/repository";
import type { Session } from "@/lib/auth/session";
import { readSessionId } from "@/lib/auth/session-cookie";
import type { RequestHeaders } from "@/lib/kernel/http/api-request";

/** The live session of a request's cookie, or null. Without a signed cookie, it runs no query. */
export async function readSession(headers: RequestHeaders): Promise<Session | null> {
  const sessionId = readSessionId(headers.get("cookie"));
  return sessionId ? findSession(sessionId) : null;
}
