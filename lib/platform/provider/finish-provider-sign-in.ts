import {
  authorizationCodeGrant,
  ClientError,
  type IDToken,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
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
  type SignInChecks,
} from "@/lib/platform/provider/attempt-cookie";
import { completeSignIn, type ProviderAnswer } from "@/lib/platform/provider/complete-sign-in";
import {
  CLOCK_TOLERANCE_SECONDS,
  callbackAddress,
  discoverProvider,
  type ProviderMetadata,
  providerClient,
} from "@/lib/platform/provider/discover-provider";
import { completeLink } from "@/lib/platform/provider/link/complete-link";
import { answerProblem, ProviderFailure, requireProvider } from "@/lib/platform/provider/provider";
import type { ProviderProblem } from "@/lib/platform/provider/values";

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
    const { checks, isFresh } = attempt;
    const metadata = await discoverProvider({ retries: attempt.silent === "no" });
    const tokens = await exchangeCode(query, checks, metadata);
    const received = { ...tokens, state: checks.state, isFresh };
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

/**
 * Exchanges the code of a response for an ID token and checks both: state, issuer, and PKCE of the response; signature
 * under the provider's present keys, issuer, audience, authorized party, nonce, and lifetime of the token (OpenID Connect
 * Core section 3.1.3.7).
 * @throws ProviderFailure saying what is wrong
 */
async function exchangeCode(
  query: Readonly<Record<string, string>>,
  checks: SignInChecks,
  metadata: ProviderMetadata,
): Promise<{ claims: IDToken; idToken: string }> {
  const { state, nonce, pkceCodeVerifier } = checks;
  try {
    const tokens = await authorizationCodeGrant(providerClient(metadata), responseOf(query), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new Error("openid-client returned no ID token");
    requirePast(claims.iat);
    requireOwn(claims.azp);
    return { claims, idToken: tokens.id_token };
  } catch (thrown) {
    throw explainFailure(thrown);
  }
}

/** The response as the callback's address with nothing else, so that no token is accepted from the browser. */
function responseOf(query: Readonly<Record<string, string>>): URL {
  const address = callbackAddress();
  for (const name of ["code", "state", "iss"]) {
    if (query[name] !== undefined) address.searchParams.set(name, query[name]);
  }
  return address;
}

// openid-client does not check these two: the time of issue, and the authorized party of a token for one audience.
function requirePast(issuedAt: number): void {
  const ahead = issuedAt - Date.now() / 1000;
  if (ahead <= CLOCK_TOLERANCE_SECONDS) return;
  const message = `the ID token was issued ${Math.round(ahead)} seconds in the future`;
  throw new ProviderFailure("provider_clock", message);
}

function requireOwn(authorizedParty: string | undefined): void {
  if (authorizedParty === undefined || authorizedParty === requireProvider().clientId) return;
  throw new ProviderFailure("provider_token", "the ID token is authorized for another client");
}

/** Says why the exchange of a code failed. Bugs are rethrown. */
function explainFailure(thrown: unknown): unknown {
  if (thrown instanceof ProviderFailure) return thrown;
  if (thrown instanceof ResponseBodyError) return explainDenial(thrown);
  if (thrown instanceof WWWAuthenticateChallengeError) {
    return new ProviderFailure("provider_settings", `${thrown.message} (${thrown.status})`);
  }
  if (thrown instanceof ClientError) return explainError(thrown);
  const { code } = rootCauseOf(thrown);
  if (thrown instanceof TypeError && typeof code === "string") {
    return new ProviderFailure("provider_down", `${thrown.message} (${code})`);
  }
  return thrown;
}

/** An error response of the token endpoint (RFC 6749 section 5.2). */
function explainDenial({ error, status }: ResponseBodyError): ProviderFailure {
  const message = `the token endpoint returned ${isOAuthError(error) ? error : "an error"} (${status})`;
  if (error === "invalid_client" || error === "unauthorized_client") {
    return new ProviderFailure("provider_settings", message);
  }
  return new ProviderFailure(isOAuthError(error) ? "provider_error" : "provider_answer", message);
}

function explainError(error: ClientError): ProviderFailure {
  const cause = rootCauseOf(error);
  const message = `${error.message}: ${cause.message}`;
  if (cause.name === "TimeoutError") return new ProviderFailure("provider_slow", message);
  if (error.cause instanceof Response) {
    const { status } = error.cause;
    const problem = status >= 500 ? "provider_down" : "provider_answer";
    return new ProviderFailure(problem, `${error.message} (${status})`);
  }
  return new ProviderFailure(PROBLEMS.get(error.code) ?? "provider_token", message);
}

const PROBLEMS = new Map<unknown, ProviderProblem>([
  ["OAUTH_RESPONSE_IS_NOT_JSON", "provider_answer"],
  ["OAUTH_PARSE_ERROR", "provider_answer"],
  ["OAUTH_JWT_TIMESTAMP_CHECK_FAILED", "provider_clock"],
]);

/** The innermost error, which says what happened; those around it say what was attempted. */
function rootCauseOf(thrown: unknown): Error & { code?: unknown } {
  if (!(thrown instanceof Error)) return new Error("unknown");
  return thrown.cause instanceof Error ? rootCauseOf(thrown.cause) : thrown;
}

/** Whether a text has the form of an OAuth error code. */
const isOAuthError = (text: string) => /^[a-z_]{1,64}$/.test(text);
