import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { DEFAULT_RETURN_PATH } from "@/lib/core/http/safe-return-path";
import { profileNotice } from "@/lib/identity/account/profile-page";
import { readSession } from "@/lib/identity/sessions/read-session";
import { setSessionCookie } from "@/lib/identity/sessions/session-cookie";
import { secondStepHref, signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { Session } from "@/lib/operation/access/session";
import {
  type Attempt,
  clearAttemptCookie,
  readAttempt,
} from "@/lib/platform/provider/attempt-cookie";
import { completeSignIn, type ProviderAnswer } from "@/lib/platform/provider/complete-sign-in";
import { discoverProvider } from "@/lib/platform/provider/discover-provider";
import { exchangeCode, isOAuthError } from "@/lib/platform/provider/exchange-code";
import { completeLink } from "@/lib/platform/provider/link/complete-link";
import { answerProblem } from "@/lib/platform/provider/problem-page";
import { ProviderFailure, requireProvider } from "@/lib/platform/provider/provider";

/** The provider's errors for `prompt=none` if the person has to do something there (OpenID Connect Core 3.1.2.6). */
const NEEDS_THE_PERSON = new Set([
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);

/**
 * GET `/api/auth/callback/oidc`: handles the browser's return from the provider (OpenID Connect Core section 3.1.2.5).
 * Ends at the address for which the person signed in, or on a page that says why there is no session.
 */
export async function finishProviderSignIn(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const cookieHeader = request.headers.get("cookie");
  const state = query.state ?? "";
  const attempt = state ? await readAttempt(state, cookieHeader) : null;
  const response = await answer(request, query, attempt, info);
  if (attempt) response.headers.append("set-cookie", clearAttemptCookie(state));
  return response;
}

async function answer(
  request: Request,
  query: Readonly<Record<string, string>>,
  attempt: Attempt | null,
  info: RequestInfo,
): Promise<Response> {
  const returnTo = attempt?.returnTo ?? DEFAULT_RETURN_PATH;
  try {
    requireProvider();
    if (!attempt) throw new ProviderFailure("provider_state", "no attempt has this state");
    if (attempt.silent !== "no" && NEEDS_THE_PERSON.has(query.error ?? "")) {
      return redirectResponse(302, attempt.silent === "only" ? returnTo : signInHref(returnTo));
    }
    requireNoError(query.error);
    const received = await receive(query, attempt);
    return await (attempt.linkFor === null
      ? signIn(received, attempt, info)
      : link(received, await readSession(request.headers), attempt.linkFor, info));
  } catch (thrown) {
    return answerProblem(thrown, { returnTo, silent: attempt?.silent ?? "no" }, info);
  }
}

/** An error response (RFC 6749 section 4.1.2.1). Its texts are not shown, since anyone can write them. */
function requireNoError(error: string | undefined): void {
  if (error === undefined) return;
  if (error === "access_denied") {
    throw new ProviderFailure("provider_denied", "the provider returned access_denied");
  }
  if (error === "temporarily_unavailable" || error === "server_error") {
    throw new ProviderFailure("provider_down", `the provider returned ${error}`);
  }
  const providerError = isOAuthError(error) ? `the error ${error}` : "an unknown error";
  throw new ProviderFailure("provider_error", `the provider returned ${providerError}`);
}

async function receive(
  query: Readonly<Record<string, string>>,
  { checks, silent, isFresh }: Attempt,
): Promise<ProviderAnswer> {
  const metadata = await discoverProvider({ retries: silent === "no" });
  return { ...(await exchangeCode(query, checks, metadata)), state: checks.state, isFresh };
}

async function signIn(
  received: ProviderAnswer,
  { returnTo, silent }: Attempt,
  info: RequestInfo,
): Promise<Response> {
  const { sessionId, isPending } = await completeSignIn(received, info);
  const response = redirectResponse(
    302,
    isPending && silent !== "only" ? secondStepHref(returnTo) : returnTo,
  );
  response.headers.append("set-cookie", setSessionCookie(sessionId));
  return response;
}

async function link(
  received: ProviderAnswer,
  session: Session | null,
  linkFor: string,
  info: RequestInfo,
): Promise<Response> {
  if (session?.sessionId !== linkFor) {
    throw new ProviderFailure("provider_state", "the account was linked from another session");
  }
  const isLinked = await completeLink(session, received, info);
  const notice = isLinked ? "provider_linked" : "provider_taken";
  return redirectResponse(303, `/profile${profileNotice("provider", notice)}`);
}
