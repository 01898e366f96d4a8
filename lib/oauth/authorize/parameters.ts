import { parseForm } from "@/lib/http/read-body";

/** The parameters of an authorize request, as sent (document 4.3; RFC 6749 section 4.1.1). */
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
 * Reads the parameters of an authorize request; what is missing is empty or null, for the checks to
 * refuse.
 * @throws ServiceError invalid_request when a name occurs twice (RFC 6749 section 3.1)
 */
export function parseAuthorizeParameters(url: string): AuthorizeParameters {
  const query = url.indexOf("?");
  const sent = parseForm(query < 0 ? "" : url.slice(query));
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
