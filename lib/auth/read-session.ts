import type { Session } from "@/lib/access/session";
import { findSession } from "@/lib/auth/repository";
import { readSessionId } from "@/lib/auth/session-cookie";
import type { RequestHeaders } from "@/lib/kernel/http/api-request";

/** The live session of a request's cookie, or null. Without a signed cookie, it runs no query. */
export async function readSession(headers: RequestHeaders): Promise<Session | null> {
  return sessionOfCookie(headers.get("cookie"));
}

/** Like {@link readSession}, for a Cookie header as sent. */
export async function sessionOfCookie(cookie: string | null): Promise<Session | null> {
  const sessionId = readSessionId(cookie);
  return sessionId ? findSession(sessionId) : null;
}
