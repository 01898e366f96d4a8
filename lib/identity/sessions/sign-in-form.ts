import { NextRequest } from "next/server";
import { env } from "@/lib/core/env/env";
import { readCookie, setCookie } from "@/lib/core/http/cookies";
import { readForm } from "@/lib/core/http/read-body";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import { sessionCookieName } from "@/lib/identity/sessions/session-cookie";
import {
  csrfCookieName,
  newCsrfCookie,
  setTypedEmail,
} from "@/lib/identity/sessions/sign-in-cookies";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";

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

const PATH = "/api/auth/callback/credentials";
const FIELDS = ["csrfToken", "email", "password"] as const;

/**
 * POST `/api/auth/callback/credentials`: handles the form of the sign-in page. next-auth receives only
 * what it checks. The browser gets its session, and is led to Latchkey's own pages: next-auth's cookie with the address
 * to return to would be as long as that address.
 *
 * @param ask next-auth, which reads the CSRF cookie itself
 */
export async function answerSignIn(
  request: Request,
  ask: (form: NextRequest) => Promise<Response>,
): Promise<Response> {
  try {
    const form = await readForm(request);
    const answer = await ask(plainRequest(request, form));
    return leadBack(answer, form);
  } catch (thrown) {
    const { requestId } = readRequestInfo(request.headers);
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}

function plainRequest(request: Request, form: Record<string, string>): NextRequest {
  const body = new URLSearchParams();
  for (const name of FIELDS) if (form[name] !== undefined) body.set(name, form[name]);
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  headers.set(
    "cookie",
    `${csrfCookieName()}=${readCookie(headers.get("cookie"), csrfCookieName()) ?? ""}`,
  );
  return new NextRequest(env().baseUrl + PATH, { method: "POST", headers, body: String(body) });
}

/** Leads to sign-in, which continues after a success, and says what is wrong after a failure. */
function leadBack(answer: Response, form: Record<string, string>): Response {
  const error = errorOf(answer);
  const query = new URLSearchParams();
  if (error) query.set("error", error);
  // Where passwords are hidden, the page shows them to those who asked for them.
  if (error !== null && form.shows_passwords) query.set("password", "1");
  const more = query.size > 0 ? `&${query}` : "";
  const response = redirectResponse(302, signInHref(form.return_to ?? "") + more);
  const session = answer.headers
    .getSetCookie()
    .filter((line) => line.startsWith(`${sessionCookieName()}=`));
  for (const cookie of [...session, setTypedEmail(error === null ? "" : form.email)]) {
    response.headers.append("set-cookie", cookie);
  }
  return response;
}

/** Null after a success, "" for a form that next-auth rejects. After a failure, it redirects to its own pages or returns 500. */
function errorOf({ headers }: Response): string | null {
  const location = headers.get("location");
  if (location === null) return "unavailable";
  const { pathname, searchParams } = new URL(location, env().baseUrl);
  return pathname.startsWith("/api/auth/") ? (searchParams.get("error") ?? "") : null;
}
