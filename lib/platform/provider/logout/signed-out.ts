import { env } from "@/lib/core/env/env";
import { readCookie, setCookie } from "@/lib/core/http/cookies";
import { redirectResponse } from "@/lib/core/http/responses";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";

/** The address to which the provider returns after signing out, to be registered there. */
export const SIGNED_OUT_PATH = "/signed-out";

/** The sign-in page after signing out. */
export function signedOutPath(returnTo: string | null): string {
  const query = new URLSearchParams({ signed_out: "1" });
  if (returnTo) query.set("return_to", returnTo);
  return `/sign-in?${query}`;
}

/** GET `/signed-out`: the browser's return from signing out at the provider. */
export function signedOut(request: Request): Response {
  const returnTo = readReturnCookie(request.headers.get("cookie"));
  const response = redirectResponse(302, signedOutPath(returnTo));
  response.headers.append("set-cookie", clearReturnCookie());
  return response;
}

const NAME = "latchkey.after-sign-out";
const PATH = "/signed-out";
const SECONDS = 10 * 60;

/** A Set-Cookie header that keeps where to continue while the browser signs out at the provider. */
export function setReturnCookie(returnTo: string): string {
  return setCookie(NAME, returnTo, { path: PATH, seconds: SECONDS });
}

/** Where to continue after signing out at the provider, or null. */
function readReturnCookie(cookieHeader: string | null): string | null {
  const value = readCookie(cookieHeader, NAME);
  return value ? safeReturnPath(value, env().baseUrl) : null;
}

/** A Set-Cookie header that removes it. */
function clearReturnCookie(): string {
  return setCookie(NAME, "", { path: PATH, seconds: 0 });
}
