import { SESSION_SECONDS } from "@/lib/auth/open-session";
import { equalInConstantTime, hmacSha256 } from "@/lib/kernel/crypto/hash";
import { isId } from "@/lib/kernel/crypto/ids";
import { env } from "@/lib/kernel/env";
import { readCookie, setCookie } from "@/lib/kernel/http/cookies";

/** Name of the session cookie, with the `__Host-` prefix on https sites. */
export function sessionCookieName(): string {
  return env().baseUrl.startsWith("https:") ? "__Host-latchkey.session" : "latchkey.session";
}

/** The cookie's value: the session's id and an HMAC over it. */
export function signSessionId(sessionId: string): string {
  return `${sessionId}.${hmacSha256(env().nextauthSecret, `session:${sessionId}`)}`;
}

/** The session's id if the HMAC matches, or null. Only the database knows whether the session is live. */
export function verifySessionCookie(value: string): string | null {
  const sessionId = value.slice(0, 24);
  if (!isId(sessionId)) return null;
  return equalInConstantTime(value, signSessionId(sessionId)) ? sessionId : null;
}

/** The session id in a Cookie header, or null. */
export function readSessionId(cookieHeader: string | null): string | null {
  const value = readCookie(cookieHeader, sessionCookieName());
  return value ? verifySessionCookie(value) : null;
}

/** A Set-Cookie header that sets the browser's session. */
export function setSessionCookie(sessionId: string): string {
  return setCookie(sessionCookieName(), signSessionId(sessionId), { seconds: SESSION_SECONDS });
}

/** A Set-Cookie header that removes the session from the browser. */
export function clearSessionCookie(): string {
  return setCookie(sessionCookieName(), "", { seconds: 0 });
}
