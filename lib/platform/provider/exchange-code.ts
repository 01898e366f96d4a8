import {
  authorizationCodeGrant,
  ClientError,
  type IDToken,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import type { SignInChecks } from "@/lib/platform/provider/attempt-cookie";
import type { ProviderMetadata } from "@/lib/platform/provider/discover-provider";
import { ProviderFailure, requireProvider } from "@/lib/platform/provider/provider";
import {
  CLOCK_TOLERANCE_SECONDS,
  callbackAddress,
  providerClient,
} from "@/lib/platform/provider/provider-client";
import type { ProviderProblem } from "@/lib/platform/provider/values";

/**
 * Exchanges the code of a response for an ID token and checks both: state, issuer, and PKCE of the response; signature
 * under the provider's present keys, issuer, audience, authorized party, nonce, and lifetime of the token (OpenID Connect
 * Core section 3.1.3.7).
 * @throws ProviderFailure saying what is wrong
 */
export async function exchangeCode(
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

const OAUTH_ERROR = /^[a-z_]{1,64}$/;

/** Whether a text has the form of an OAuth error code. */
export function isOAuthError(text: string): boolean {
  return OAUTH_ERROR.test(text);
}
