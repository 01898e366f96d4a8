import { grantTypes } from "@/lib/protocol/tokens/values";

/** Parameters whose value is one of a few known words; any other value is not shown. */
export const wordParameters: ReadonlyMap<string, readonly string[]> = byName({
  response_type: ["code", "token", "id_token", "none", "code token", "code id_token"],
  grant_type: [
    ...grantTypes,
    "password",
    "implicit",
    "urn:ietf:params:oauth:grant-type:device_code",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "urn:ietf:params:oauth:grant-type:token-exchange",
  ],
  prompt: ["none", "consent", "login", "select_account"],
  code_challenge_method: ["S256", "plain"],
  response_mode: ["query", "fragment", "form_post"],
  access_mode: ["online", "offline"],
  token_type_hint: ["access_token", "refresh_token"],
  decision: ["allow", "deny"],
});

/** Parameters whose value is an id, with the form of that id. */
export const idParameters: ReadonlyMap<string, RegExp> = byName({
  client_id: /^[0-9a-f]{24}$/,
  organization_id: /^[A-Za-z0-9_-]{1,64}$/,
  application_id: /^[0-9a-f]{24}$/,
  company_id: /^[1-9]\d{0,15}$/,
});

/**
 * Parameters of which only their presence and the kind of token in them are shown: possible secrets, and
 * names that are often sent by mistake in place of the right ones.
 */
const SENT_ONLY = new Set([
  ...["code", "code_challenge", "code_verifier", "client_secret", "refresh_token", "token"],
  ...["access_token", "id_token", "state", "nonce", "request", "request_uri", "csrf_token"],
  ...["username", "password", "assertion", "client_assertion", "x-fp-date", "x-fp-signature"],
  ...["redirect_url", "redirectUri", "redirectUrl", "callback_url", "callback", "scopes"],
  ...["clientId", "clientSecret", "responseType", "grantType", "codeVerifier", "api_key"],
  ...["resource", "audience", "page_no", "page_size"],
]);

const SECRET_NAME = /pass|pwd|secret|token|code|key|auth|verifier|assert|sig|sess|csrf|cred|state/i;

/** Whether the name of a parameter may be shown. Any other name may itself be a misplaced secret. */
export function isKnownParameter(name: string): boolean {
  return isShownParameter(name) || SENT_ONLY.has(name);
}

/** Whether the value of a parameter with this name is masked wherever else it appears. */
export function isSecretParameter(name: string): boolean {
  return !isShownParameter(name) && (name === "request" || SECRET_NAME.test(name));
}

function isShownParameter(name: string): boolean {
  return (
    name === "scope" ||
    name === "redirect_uri" ||
    wordParameters.has(name) ||
    idParameters.has(name)
  );
}

// A map: callers choose the names, and an object also has `constructor`.
function byName<T>(table: Record<string, T>): ReadonlyMap<string, T> {
  return new Map(Object.entries(table));
}
