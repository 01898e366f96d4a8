import { sha256 } from "@/lib/core/crypto/hash";
import { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import {
  type AuthorizeParameters,
  presentAuthorizeParameters,
  readQuery,
} from "@/lib/protocol/authorize/parameters";
import { findPushedRequest } from "@/lib/protocol/authorize/pushed-repository";
import { issuerPath } from "@/lib/protocol/metadata/issuer";

/** What every `request_uri` starts with (RFC 9126 section 2.2). */
export const REQUEST_URI_PREFIX = "urn:ietf:params:oauth:request_uri:";

/**
 * The parameters of an authorize request: from its query, or those that the client pushed under the
 * `request_uri` in it. With a pushed request, the rest of the query is ignored (RFC 9101 section 5).
 * @throws ServiceError invalid_request
 */
export async function resolveParameters(
  url: string,
  subject: Subject,
): Promise<{ parameters: AuthorizeParameters; pushed: Buffer | null }> {
  const query = readQuery(url);
  if (query.request !== undefined) {
    throw new ServiceError(
      "invalid_request",
      'The parameter "request" is not supported. Push the request instead.',
      {
        check: "pushed_request",
        fix: { kind: "remove_parameter", name: "request" },
      },
    );
  }
  const { request_uri: requestUri } = query;
  if (requestUri === undefined) {
    return { parameters: presentAuthorizeParameters(query), pushed: null };
  }
  if (!requestUri.startsWith(REQUEST_URI_PREFIX)) {
    throw new ServiceError("invalid_request", "This server did not issue this request_uri.", {
      check: "pushed_request",
      fix: { kind: "push_request_again" },
    });
  }
  const pushed = sha256(requestUri.slice(REQUEST_URI_PREFIX.length));
  const found = await findPushedRequest(pushed, query.client_id ?? "", issuerPath(subject));
  if (!found) throw spentRequest();
  return { parameters: presentAuthorizeParameters(readQuery(`?${found.parameters}`)), pushed };
}

/** The error for a reference that is unknown, belongs to another client, was used or has expired. */
export function spentRequest(): ServiceError {
  return new ServiceError(
    "invalid_request",
    "The request_uri is unknown, already used or expired. Push the request again.",
    { check: "pushed_request", fix: { kind: "push_request_again" } },
  );
}
