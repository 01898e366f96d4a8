import type { ApiRequest } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { hasTooManyParameters } from "@/lib/core/http/read-body";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { isClientId } from "@/lib/core/schemas/id-forms";

/** The unredacted content of a request. Never store it. */
export type SentContent = {
  /** The Authorization header, or null. */
  authorization: string | null;
  /** Query and body by name. */
  parameters: Readonly<Record<string, unknown>>;
};

export type SentRequest = SentContent & {
  /** Address of the caller; null if unknown. */
  ipAddress: string | null;
};

/**
 * Reads what a denied request sent. Reads leniently: the request may have been denied because it is
 * malformed. Nothing of a query with too many parameters.
 * @param body parameters of the body, if it was read
 */
export function readSentRequest(
  request: ApiRequest,
  body: Readonly<Record<string, unknown>> = {},
): SentRequest {
  const at = request.url.indexOf("?");
  const query = at < 0 ? "" : request.url.slice(at);
  const fromQuery = hasTooManyParameters(query)
    ? {}
    : Object.fromEntries(new URLSearchParams(query));
  return {
    authorization: authorizationOf(request.headers),
    ipAddress: request.headers.get(CLIENT_ADDRESS_HEADER),
    parameters: { ...fromQuery, ...body },
  };
}

/**
 * Splits an Authorization header into its parts, even an invalid one: the scheme in lower case, the credential, and as
 * `pair` the credential decoded from base64, if the result is `id:secret`.
 */
export function splitAuthorization(authorization: string) {
  const [scheme = "", credential = ""] = authorization.trim().split(/\s+/, 2);
  const text = Buffer.from(credential, "base64").toString("utf8");
  const colon = text.indexOf(":");
  const pair = { id: text.slice(0, colon), secret: text.slice(colon + 1) };
  // The Java SDK sends the pair as Bearer to the startup endpoint; a token may decode to anything.
  const isPair = colon > 0 && (/^basic$/i.test(scheme) || isClientId(pair.id));
  return { scheme: scheme.toLowerCase(), credential, pair: isPair ? pair : null };
}

/**
 * Possible client ids in an unauthenticated request, the likeliest first. If id and secret were swapped, one
 * of them may be a secret.
 */
export function namedClients({ authorization, parameters }: SentContent): string[] {
  const pair = authorization === null ? null : splitAuthorization(authorization).pair;
  const { client_id: id, client_secret: secret } = parameters;
  // The second of each pair is the API key when the two were swapped.
  const named = [pair?.id ?? id, pair?.secret ?? secret];
  return named.filter((value) => typeof value === "string").filter(isClientId);
}
