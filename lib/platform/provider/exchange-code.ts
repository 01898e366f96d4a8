import { setTimeout as wait } from "node:timers/promises";
import type { TokenEndpointHandler } from "next-auth/providers/oauth";
import type { ProviderMetadata } from "@/lib/platform/provider/discover-provider";
import { ProviderFailure } from "@/lib/platform/provider/provider-failure";

type Exchange = Parameters<NonNullable<TokenEndpointHandler["request"]>>[0];
type Exchanged = Awaited<ReturnType<NonNullable<TokenEndpointHandler["request"]>>>;

// For two requests: the code's exchange and the keys.
const EXCHANGE_DEADLINE_MS = 6_000;
/** How far the provider's clock may differ, in seconds; next-auth allows the same in the other direction. */
const CLOCK_TOLERANCE_SECONDS = 10;

/**
 * Exchanges the code for an ID token and checks it with openid-client: signature under the provider's present keys,
 * issuer, audience, authorized party, nonce, and lifetime (OpenID Connect Core section 3.1.3.7).
 * @throws ProviderFailure saying what is wrong
 */
export async function exchangeCode(
  { client, params, checks, provider }: Exchange,
  metadata: ProviderMetadata,
): Promise<Exchanged> {
  const { code, state, iss } = params;
  if (metadata.authorization_response_iss_parameter_supported && iss === undefined) {
    throw new ProviderFailure("provider_token", "the response has no iss");
  }
  // Nothing else of the response, so that no token is accepted from the browser.
  const response = { code, state, ...(iss !== undefined && { iss }) };
  try {
    const tokens = await withinDeadline(
      client.callback(provider.callbackUrl, response, { ...checks, response_type: "code" }),
    );
    requirePast(tokens.claims().iat);
    return { tokens };
  } catch (error) {
    throw explainFailure(error);
  }
}

// openid-client does not check this.
function requirePast(issuedAt: number): void {
  const ahead = issuedAt - Date.now() / 1000;
  if (ahead <= CLOCK_TOLERANCE_SECONDS) return;
  const message = `the ID token was issued ${Math.round(ahead)} seconds in the future`;
  throw new ProviderFailure("provider_clock", message);
}

/** openid-client limits how long a connection may be idle, but not a whole exchange. */
async function withinDeadline<T>(exchange: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const deadline = async (): Promise<never> => {
    await wait(EXCHANGE_DEADLINE_MS, undefined, { signal: timer.signal, ref: false });
    const message = `the code was not exchanged within ${EXCHANGE_DEADLINE_MS} ms`;
    throw new ProviderFailure("provider_slow", message);
  };
  const timeout = deadline();
  // Rejects when the exchange wins.
  timeout.catch(() => {});
  try {
    return await Promise.race([exchange, timeout]);
  } finally {
    timer.abort();
  }
}

/** The parts of openid-client's errors that tell them apart. It exports their classes only inside next-auth. */
type ClientError = Error & {
  code?: unknown;
  error?: unknown;
  response?: { statusCode?: number };
};

const OAUTH_ERROR = /^[a-z_]{1,64}$/;

/** Whether a text is like the errors of OAuth. openid-client's own descriptions of unexpected responses contain spaces. */
export function isOAuthError(text: string): boolean {
  return OAUTH_ERROR.test(text);
}

/** Says why the exchange of a code failed. Bugs are rethrown. */
function explainFailure(thrown: unknown): ProviderFailure {
  if (thrown instanceof ProviderFailure) return thrown;
  if (!(thrown instanceof Error)) throw thrown;
  const error: ClientError = thrown;
  const { message } = error;
  if (/timed out/.test(message)) return new ProviderFailure("provider_slow", message);
  if (typeof error.code === "string" && /^E[A-Z]+$/.test(error.code)) {
    return new ProviderFailure("provider_down", message);
  }
  const status = error.response?.statusCode ?? 200;
  if (status >= 500) return new ProviderFailure("provider_down", `${message} (${status})`);
  if (error.name === "OPError") return explainDenial(error);
  if (error.name === "RPError") return explainToken(error);
  if (error.name === "SyntaxError" || status !== 200) {
    return new ProviderFailure("provider_answer", `the response is not JSON (${status})`);
  }
  throw thrown;
}

/** An error response of the token endpoint (RFC 6749 section 5.2). */
function explainDenial({ error, message }: ClientError): ProviderFailure {
  if (error === "invalid_client" || error === "unauthorized_client") {
    return new ProviderFailure("provider_settings", message);
  }
  if (typeof error === "string" && isOAuthError(error)) {
    return new ProviderFailure("provider_error", message);
  }
  return new ProviderFailure("provider_answer", message);
}

function explainToken({ message }: ClientError): ProviderFailure {
  if (/^(JWT expired|JWT not active yet)/.test(message)) {
    return new ProviderFailure("provider_clock", message);
  }
  if (/^state /.test(message)) return new ProviderFailure("provider_state", "the state differs");
  return new ProviderFailure("provider_token", message);
}
