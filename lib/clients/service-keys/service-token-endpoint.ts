import { issueServiceTokenRow } from "@/lib/clients/service-keys/token-repository";
import { sha256 } from "@/lib/core/crypto/hash";
import { newToken } from "@/lib/core/crypto/tokens";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { readParameters } from "@/lib/core/http/read-body";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { jsonResponse } from "@/lib/core/http/responses";
import { parseTokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import {
  readClientCredentials,
  unknownClient,
} from "@/lib/protocol/tokens/read-client-credentials";
import { countWrongSecret } from "@/lib/protocol/tokens/reject-wrong-secret";
import {
  responseShapeFor,
  serializeTokenResponse,
} from "@/lib/protocol/tokens/serialize-token-response";

const LIFETIME_SECONDS = 3600;

/**
 * POST `…/platform/oauth/token`: an access token for a service key by `client_credentials` (RFC 6749 section 4.4),
 * valid for an hour. Without `scope` it has every scope of the key.
 */
export async function serviceTokenEndpoint(request: ApiRequest): Promise<Response> {
  const { requestId, ipAddress } = readRequestInfo(request.headers);
  try {
    const parameters = parseTokenRequest(await readParameters(request));
    const authorization = request.headers.get("authorization");
    const credentials = readClientCredentials(authorization, parameters);
    const accessToken = newToken("service");
    requireClientCredentials(parameters.grant_type);
    const issuedToken = await issueServiceTokenRow(
      credentials,
      parameters.scopes,
      sha256(accessToken),
      LIFETIME_SECONDS,
    );
    if (!issuedToken) {
      await countWrongSecret(credentials.clientId, ipAddress);
      throw unknownClient();
    }
    const { scopes, ownScopes } = issuedToken;
    if (!scopes) throw notOfKey(parameters.scopes ?? [], ownScopes);
    const body = serializeTokenResponse(
      { accessToken, expiresIn: LIFETIME_SECONDS, scopes, accessMode: "offline" },
      responseShapeFor(request.headers),
    );
    return jsonResponse(200, body, { pragma: "no-cache", "x-request-id": requestId });
  } catch (thrown) {
    return renderOAuthError(toServiceError(thrown, requestId), requestId);
  }
}

function requireClientCredentials(requested: string | undefined): void {
  if (requested === "client_credentials") return;
  throw requested === undefined
    ? new ServiceError("invalid_request", "Send grant_type=client_credentials.")
    : new ServiceError(
        "unsupported_grant_type",
        "Service keys use grant_type=client_credentials only.",
      );
}

function notOfKey(sent: readonly string[], keyScopes: readonly string[]): ServiceError {
  const missing = sent.filter((scope) => !keyScopes.includes(scope));
  return new ServiceError(
    "invalid_scope",
    `The service key does not have ${missing.join(", ")}. It has: ${keyScopes.join(", ")}.`,
  );
}
