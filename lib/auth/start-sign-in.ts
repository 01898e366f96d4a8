import { csrfCookieName, newCsrfCookie } from "@/lib/auth/csrf-cookie";
import { env } from "@/lib/kernel/env";
import { redirectResponse } from "@/lib/kernel/http/responses";
import { safeReturnPath } from "@/lib/kernel/http/safe-return-path";

/** Flags in the query of `/sign-in` that outlast the way over here: what the page is to say. */
export const signInNotices = ["created", "recovered", "reclaim_sent", "signed_out"] as const;

/**
 * GET `/sign-in/start`: hands the browser the CSRF cookie that the form of `/sign-in` needs, since a
 * page cannot set one. `started` tells the page that a missing cookie now means a refused one.
 */
export function startSignIn(request: Request): Response {
  const query = new URL(request.url).searchParams;
  const returnPath = safeReturnPath(query.get("return_to"), env().baseUrl);
  const back = new URLSearchParams({ started: "1", return_to: returnPath });
  for (const notice of signInNotices) if (query.has(notice)) back.set(notice, "1");
  const response = redirectResponse(302, `/sign-in?${back}`);
  const secure = env().baseUrl.startsWith("https:") ? "; Secure" : "";
  response.headers.append(
    "set-cookie",
    `${csrfCookieName()}=${encodeURIComponent(newCsrfCookie())}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  );
  return response;
}
