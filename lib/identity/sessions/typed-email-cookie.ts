import { readCookie, setCookie } from "@/lib/core/http/cookies";

const NAME = "latchkey.typed-email";
const PATH = "/sign-in";
const SECONDS = 60;
const MAX_LENGTH = 254;

/**
 * A Set-Cookie header that keeps the address of a failed attempt for the form, so that it is in no URL. Without an
 * address, it removes the cookie.
 */
export function setTypedEmail(email = ""): string {
  const isKept = email !== "" && email.length <= MAX_LENGTH && email.isWellFormed();
  return setCookie(NAME, isKept ? email : "", { path: PATH, seconds: isKept ? SECONDS : 0 });
}

/** The address typed in the last attempt, or "" if there was none in the last minute. */
export function readTypedEmail(cookieHeader: string | null): string {
  return (readCookie(cookieHeader, NAME) ?? "").slice(0, MAX_LENGTH);
}
