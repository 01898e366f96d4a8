import { parseForm } from "@/lib/core/http/read-body";

/** The parameters of an authorize request, as sent (platform spec 4.3; RFC 6749 section 4.1.1). */
export type AuthorizeParameters = {
  clientId: string;
  redirectUri: string;
  responseType: string;
  scope: string;
  state: string | null;
  codeChallenge: string | null;
  codeChallengeMethod: string | null;
  prompt: string | null;
};

/**
 * The parameters of an authorize request. A missing one is empty or null; the checks reject it.
 */
export function presentAuthorizeParameters(
  sent: Readonly<Record<string, string>>,
): AuthorizeParameters {
  return {
    clientId: sent.client_id ?? "",
    redirectUri: sent.redirect_uri ?? "",
    responseType: sent.response_type ?? "",
    scope: sent.scope ?? "",
    state: sent.state ?? null,
    codeChallenge: sent.code_challenge ?? null,
    codeChallengeMethod: sent.code_challenge_method ?? null,
    prompt: sent.prompt ?? null,
  };
}

/** The parameters that were sent, by their names on the wire. */
export function nameAuthorizeParameters(sent: AuthorizeParameters): Record<string, string> {
  const requestParameters = {
    client_id: sent.clientId || null,
    redirect_uri: sent.redirectUri || null,
    response_type: sent.responseType || null,
    scope: sent.scope || null,
    state: sent.state,
    code_challenge: sent.codeChallenge,
    code_challenge_method: sent.codeChallengeMethod,
    prompt: sent.prompt,
  };
  return Object.fromEntries(
    Object.entries(requestParameters).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );
}

/**
 * The query parameters of an address.
 * @throws ServiceError invalid_request when a name occurs twice (RFC 6749 section 3.1)
 */
export function readQuery(url: string): Record<string, string> {
  const query = url.indexOf("?");
  return parseForm(query < 0 ? "" : url.slice(query));
}
