import { ServiceError } from "@/lib/kernel/errors";
import { jsonResponse } from "@/lib/kernel/http/responses";
import { readSubject } from "@/lib/kernel/subject";
import { clientEndpoint } from "@/lib/oauth/tokens/client-endpoint";
import { exchangeCode } from "@/lib/oauth/tokens/exchange-code";
import { issueClientToken } from "@/lib/oauth/tokens/issue-client-token";
import { missingParameter } from "@/lib/oauth/tokens/missing-parameter";
import type { TokenRequest } from "@/lib/oauth/tokens/parse-token-request";
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
  return clientEndpoint(
    "token",
    readSubject,
    async ({ parameters, headers, subject, credentials, requestId }) => {
      const asking = { subject, credentials, requestId };
      const issued = await dispatch(kind, asking, parameters);
      const body = serializeTokenResponse(issued, responseShapeFor(headers));
      return jsonResponse(200, body, { pragma: "no-cache" });
    },
  );
}

// refresh_token decides first: the document refreshes with grant_type=authorization_code.
function dispatch(
  kind: "online" | "offline",
  asking: Asking,
  request: TokenRequest,
): Promise<IssuedTokens> {
  const { grant_type: grantType } = request;
  if (grantType === undefined) {
    throw missingParameter("grant_type", grantTypeFor(request));
  }
  if (grantType === "client_credentials") return issueClientToken(asking, request);
  if (grantType === "refresh_token" || grantType === "authorization_code") {
    if (request.refresh_token) return refreshAccessToken(asking, request);
    if (grantType === "authorization_code") return exchangeCode(kind, asking, request);
    throw missingParameter("refresh_token");
  }
  throw new ServiceError(
    "unsupported_grant_type",
    `grant_type "${grantType.slice(0, 40)}" is not offered: use authorization_code, refresh_token or client_credentials.`,
    {
      check: "grant_type",
      fix: { kind: "set_parameter", name: "grant_type", value: grantTypeFor(request) },
    },
  );
}

// What the rest of the request was sent for, where it tells: another grant the client may not have.
function grantTypeFor(request: TokenRequest): string | null {
  if (request.refresh_token) return "refresh_token";
  return request.code ? "authorization_code" : null;
}
