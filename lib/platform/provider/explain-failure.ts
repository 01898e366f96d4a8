import { ProviderFailure } from "@/lib/platform/provider/provider-failure";

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
export function explainFailure(thrown: unknown): ProviderFailure {
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
