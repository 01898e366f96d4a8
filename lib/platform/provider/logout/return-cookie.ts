import { env } from "@/lib/core/env";
import { readCookie } from "@/lib/core/http/cookies";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";

const NAME = "latchkey.after-sign-out";
const PATH = "/signed-out";
const SECONDS = 10 * 60;
// Browsers keep up to 4 KB; without the cookie, sign-in leads to the start page.
const MOST_BYTES = 3_800;

/** A Set-Cookie header that keeps where to continue while the browser signs out at the provider. */
export function setReturnCookie(returnTo: string): string {
  const value = encodeURIComponent(returnTo);
  return value.length > MOST_BYTES ? returnCookie("", 0) : returnCookie(value, SECONDS);
}

/** Where to continue after signing out at the provider, or null. */
export function readReturnCookie(cookieHeader: string | null): string | null {
  const value = readCookie(cookieHeader, NAME);
  return value ? safeReturnPath(decodeText(value), env().baseUrl) : null;
}

/** A Set-Cookie header that removes it. */
export function clearReturnCookie(): string {
  return returnCookie("", 0);
}

function decodeText(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

function returnCookie(value: string, maxAgeSeconds: number): string {
  const secure = env().baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${value}; Path=${PATH}; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}
