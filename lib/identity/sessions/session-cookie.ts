import { isId } from "@/lib/core/crypto/ids";
import { isSignature, signText } from "@/lib/core/crypto/sign-text";
import { env } from "@/lib/core/env/env";
import { readCookie, setCookie } from "@/lib/core/http/cookies";
import { SESSION_SECONDS } from "@/lib/identity/sessions/open-session";

/** Name of the session cookie, with the `__Host-` prefix on https sites. */
export function sessionCookieName(): string {
  return env().baseUrl.startsWith("https:") ? "__Host-latchkey.session" : "latchkey.session";
}

/** The cookie's value: the session's id and an HMAC over it. */
export function signSessionId(sessionId: string): string {
  return `${sessionId}.${signText(textOf(sessionId))}`;
}

/** The session's id if the HMAC matches, or null. Only the database knows whether the session is live. */
export function verifySessionCookie(value: string): string | null {
  const sessionId = value.slice(0, 24);
  if (!isId(sessionId)) return null;
  const prefix = `${sessionId}.`;
  const isOurs =
    value.startsWith(prefix) && isSignature(value.slice(prefix.length), textOf(sessionId));
  return isOurs ? sessionId : null;
}

function textOf(sessionId: string): string {
  return `session:${sessionId}`;
}

export function readSessionId(cookieHeader: string | null): string | null {
  const value = readCookie(cookieHeader, sessionCookieName());
  return value ? verifySessionCookie(value) : null;
}

export function setSessionCookie(sessionId: string): string {
  return setCookie(sessionCookieName(), signSessionId(sessionId), { seconds: SESSION_SECONDS });
}

/** A Set-Cookie header that removes the session from the browser. */
export function clearSessionCookie(): string {
  return setCookie(sessionCookieName(), "", { seconds: 0 });
}
