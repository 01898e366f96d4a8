import { env } from "@/lib/core/env/env";
import { setCookie } from "@/lib/core/http/cookies";
import { redirectResponse } from "@/lib/core/http/responses";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import { csrfCookieName, newCsrfCookie } from "@/lib/identity/sessions/csrf-cookie";

/** Query flags of `/sign-in` that survive this redirect: they choose the page's message, or show passwords. */
export const signInNotices = [
  "created",
  "recovered",
  "password_set",
  "signed_out",
  "password",
] as const;

/**
 * GET `/sign-in/start`: sets the CSRF cookie that the form of `/sign-in` needs, since a page cannot set one. With
 * `started`, a missing cookie means that the browser rejected it.
 */
export function startSignIn(request: Request): Response {
  const query = new URL(request.url).searchParams;
  const returnPath = safeReturnPath(query.get("return_to"), env().baseUrl);
  const back = new URLSearchParams({ started: "1", return_to: returnPath });
  for (const notice of signInNotices) if (query.has(notice)) back.set(notice, "1");
  const response = redirectResponse(302, `/sign-in?${back}`);
  response.headers.append("set-cookie", setCookie(csrfCookieName(), newCsrfCookie()));
  return response;
}
