import type { RequestHeaders } from "@/lib/core/http/api-request";
import { findSession } from "@/lib/identity/sessions/repository";
import type { Session } from "@/lib/identity/sessions/session";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";

/** The live session of a request's cookie, or null. Without a signed cookie, it runs no query. */
export async function readSession(headers: RequestHeaders): Promise<Session | null> {
  const sessionId = readSessionId(headers.get("cookie"));
  return sessionId ? findSession(sessionId) : null;
}
