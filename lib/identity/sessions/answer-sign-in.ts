import { NextRequest } from "next/server";
import { env } from "@/lib/core/env";
import { setCookie } from "@/lib/core/http/cookies";
import { readForm } from "@/lib/core/http/read-body";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { RETURN_COOKIE } from "@/lib/identity/sessions/next-auth-options";
import { signInReturnPath } from "@/lib/identity/sessions/sign-in-return-path";
import { setTypedEmail } from "@/lib/identity/sessions/typed-email-cookie";

const PATH = "/api/auth/callback/credentials";
const FIELDS = ["csrfToken", "email", "password", "callbackUrl"] as const;

/**
 * POST `/api/auth/callback/credentials`: handles the form of the sign-in page. next-auth receives only the fields of
 * that form, and its redirects lead to Latchkey's own pages.
 *
 * @param ask next-auth, which reads cookies itself
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
  return new NextRequest(env().baseUrl + PATH, { method: "POST", headers, body: String(body) });
}

/** After a failure, next-auth redirects to its own error page or returns 500. */
function leadBack(answer: Response, { callbackUrl, email }: Record<string, string>): Response {
  const location =
    answer.headers.get("location") ?? `${env().baseUrl}/api/auth/error?error=unavailable`;
  const ownPage = pageAfterFailure(location, callbackUrl);
  const response = redirectResponse(302, ownPage ?? location);
  const cookies = [
    ...answer.headers.getSetCookie(),
    // next-auth fails on a value it rejects, and the cookie would bring that value back each time.
    setCookie(RETURN_COOKIE, "", { seconds: 0 }),
    setTypedEmail(ownPage ? email : ""),
  ];
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** The sign-in page, or null after a success. */
function pageAfterFailure(location: string, callbackUrl: string | undefined): string | null {
  const { pathname, searchParams } = new URL(location, env().baseUrl);
  if (!pathname.startsWith("/api/auth/")) return null;
  const query = new URLSearchParams({ return_to: signInReturnPath({ callbackUrl }) });
  const error = searchParams.get("error");
  if (error) query.set("error", error);
  // Where passwords are hidden, the page shows them to those who asked for them.
  if (/[?&]password=1(&|$)/.test(callbackUrl ?? "")) query.set("password", "1");
  return `/sign-in?${query}`;
}
