import { ServiceError } from "@/lib/core/errors";
import { parseForm } from "@/lib/core/http/read-body";
import type { Subject } from "@/lib/core/subject";
import { findWaitingRequest } from "@/lib/protocol/authorize/stored-requests";
import { issuerPath } from "@/lib/protocol/metadata/issuer";
import { parametersWithValue } from "@/lib/protocol/tokens/parse-token-request";

/** The parameters of an authorize request, as sent (platform spec 4.3; RFC 6749 section 4.1.1). */
export type AuthorizeParameters = ReturnType<typeof presentAuthorizeParameters>;

/** The parameters of an authorize request. A missing one is empty or null; the checks reject it. */
export function presentAuthorizeParameters(sent: Readonly<Record<string, string>>) {
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
 * The query parameters of an address that have a value.
 * @throws ServiceError invalid_request when a name occurs twice (RFC 6749 section 3.1)
 */
export function readQuery(url: string): Record<string, string> {
  const query = url.indexOf("?");
  return parametersWithValue(parseForm(query < 0 ? "" : url.slice(query)));
}

/** What every `request_uri` starts with (RFC 9126 section 2.2). */
export const REQUEST_URI_PREFIX = "urn:ietf:params:oauth:request_uri:";

/** The address (path and query) that continues a stored request. */
export function storedRequestLocation(id: string, clientId: string, subject: Subject): string {
  const query = new URLSearchParams({ client_id: clientId, request_uri: REQUEST_URI_PREFIX + id });
  return `${issuerPath(subject)}/oauth/authorize?${query}`;
}

/**
 * The parameters of an authorize request: from its query, or of the stored request that its `request_uri` names. In
 * that case the rest of the query is ignored (RFC 9101 section 5).
 * @throws ServiceError invalid_request
 */
export async function resolveParameters(
  url: string,
  subject: Subject,
): Promise<{ parameters: AuthorizeParameters; storedId: string | null }> {
  const query = readQuery(url);
  if (query.request !== undefined) {
    throw new ServiceError(
      "invalid_request",
      'The parameter "request" is not supported. Push the request instead.',
      { check: "pushed_request", fix: { kind: "remove_parameter", name: "request" } },
    );
  }
  const { request_uri: requestUri } = query;
  if (requestUri === undefined) {
    return { parameters: presentAuthorizeParameters(query), storedId: null };
  }
  if (!requestUri.startsWith(REQUEST_URI_PREFIX)) {
    throw new ServiceError("invalid_request", "This server did not issue this request_uri.", {
      check: "pushed_request",
      fix: { kind: "push_request_again" },
    });
  }
  const storedId = requestUri.slice(REQUEST_URI_PREFIX.length);
  const waitingRequest = await findWaitingRequest(storedId, query.client_id ?? "", subject);
  if (!waitingRequest) throw spentRequest();
  return { parameters: storedParameters(waitingRequest), storedId };
}

type StoredParameters = Omit<
  AuthorizeParameters,
  "responseType" | "scope" | "codeChallengeMethod"
> & { scopes: readonly string[] };

/** The parameters of a stored request, as the client would send them. They were verified before they were stored. */
export function storedParameters({ scopes, ...stored }: StoredParameters): AuthorizeParameters {
  const codeChallengeMethod = stored.codeChallenge === null ? null : "S256";
  return { ...stored, responseType: "code", scope: scopes.join(","), codeChallengeMethod };
}

/** The error for a reference that is unknown, belongs to another client, was answered (RFC 9126 section 7.3) or has expired. */
export function spentRequest(): ServiceError {
  return new ServiceError(
    "invalid_request",
    "The request_uri is unknown, already used or expired. Start again from the extension.",
    { check: "pushed_request", fix: { kind: "push_request_again" } },
  );
}
