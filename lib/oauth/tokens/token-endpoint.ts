import { ServiceError } from "@/lib/errors";
import { readParameters } from "@/lib/http/read-body";
import { renderOAuthError, toServiceError } from "@/lib/http/render-error";
import { readRequestInfo } from "@/lib/http/request-info";
import { jsonResponse } from "@/lib/http/responses";
import { recordRefusal } from "@/lib/oauth/events/record-refusal";
import { readSubject } from "@/lib/oauth/subject";
import { exchangeCode } from "@/lib/oauth/tokens/exchange-code";
import { issueClientToken } from "@/lib/oauth/tokens/issue-client-token";
import { parseTokenRequest, type TokenRequest } from "@/lib/oauth/tokens/parse-token-request";
import { readClientCredentials } from "@/lib/oauth/tokens/read-client-credentials";
import { refreshAccessToken } from "@/lib/oauth/tokens/refresh-access-token";
import type { Asking } from "@/lib/oauth/tokens/repository";
import {
  type IssuedTokens,
  responseShapeFor,
  serializeTokenResponse,
} from "@/lib/oauth/tokens/serialize-token-response";

/** POST `…/oauth/token` (document 4.5): online tokens, and everything that both endpoints answer. */
export const onlineTokenEndpoint = tokenEndpoint("online");

/** POST `…/oauth/offline-token` (document 4.4): offline tokens, and everything that both answer. */
export const offlineTokenEndpoint = tokenEndpoint("offline");

function tokenEndpoint(kind: "online" | "offline"): (request: Request) => Promise<Response> {
  return async (request) => {
    const info = readRequestInfo(request.headers);
    const seen: Partial<Asking> = {};
    try {
      seen.subject = readSubject(request.url);
      refuseCredentialsInQuery(request.url);
      const parameters = parseTokenRequest(await readParameters(request));
      seen.credentials = readClientCredentials(request.headers.get("authorization"), parameters);
      const asking = {
        subject: seen.subject,
        credentials: seen.credentials,
        requestId: info.requestId,
      };
      const issued = await dispatch(kind, asking, parameters);
      const body = serializeTokenResponse(issued, responseShapeFor(request.headers));
      return jsonResponse(200, body, { pragma: "no-cache" });
    } catch (thrown) {
      const error = toServiceError(thrown, info.requestId);
      await recordRefusal("token", error, { ...seen, requestId: info.requestId });
      return renderOAuthError(error, info.requestId);
    }
  };
}

// refresh_token decides first: the document refreshes with grant_type=authorization_code.
function dispatch(
  kind: "online" | "offline",
  asking: Asking,
  request: TokenRequest,
): Promise<IssuedTokens> {
  const { grant_type: grantType } = request;
  if (grantType === undefined) {
    throw new ServiceError("invalid_request", 'The parameter "grant_type" is missing.');
  }
  if (grantType === "client_credentials") return issueClientToken(asking, request);
  if (grantType === "refresh_token" || grantType === "authorization_code") {
    if (request.refresh_token) return refreshAccessToken(asking, request);
    if (grantType === "authorization_code") return exchangeCode(kind, asking, request);
    throw new ServiceError("invalid_request", 'The parameter "refresh_token" is missing.');
  }
  throw new ServiceError(
    "unsupported_grant_type",
    `grant_type "${grantType.slice(0, 40)}" is not offered: use authorization_code, refresh_token or client_credentials.`,
  );
}

const SECRET_PARAMETERS = ["client_secret", "code", "refresh_token"];

// A query ends up in logs and histories (RFC 6749 section 2.3.1), so what came this way is refused.
function refuseCredentialsInQuery(url: string): void {
  const query = url.indexOf("?");
  if (query < 0) return;
  const parameters = new URLSearchParams(url.slice(query));
  const found = SECRET_PARAMETERS.find((name) => parameters.has(name));
  if (!found) return;
  throw new ServiceError("invalid_request", `${found} must be in the body, never in the address.`);
}
