import { env } from "@/lib/core/env";
import { readCookie, setCookie } from "@/lib/core/http/cookies";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";

const NAME = "latchkey.after-sign-out";
const PATH = "/signed-out";
const SECONDS = 10 * 60;
// Browsers keep up to 4 KB; without the cookie, sign-in leads to the start page.
const MOST_BYTES = 3_800;

/** A Set-Cookie header that keeps where to continue while the browser signs out at the provider. */
export function setReturnCookie(returnTo: string): string {
  const isTooLong = encodeURIComponent(returnTo).length > MOST_BYTES;
  return isTooLong
    ? clearReturnCookie()
    : setCookie(NAME, returnTo, { path: PATH, seconds: SECONDS });
}

/** Where to continue after signing out at the provider, or null. */
export function readReturnCookie(cookieHeader: string | null): string | null {
  const value = readCookie(cookieHeader, NAME);
  return value ? safeReturnPath(value, env().baseUrl) : null;
}

/** A Set-Cookie header that removes it. */
export function clearReturnCookie(): string {
  return setCookie(NAME, "", { path: PATH, seconds: 0 });
}
