import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { issueServiceTokenRow } from "@/lib/clients/service-keys/token-repository";
import { sha256 } from "@/lib/core/crypto/hash";
import { newToken } from "@/lib/core/crypto/tokens";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { jsonContent, jsonOrForm } from "@/lib/core/http/describe-content";
import { describeErrors } from "@/lib/core/http/describe-errors";
import { noteLogFacts } from "@/lib/core/http/log-facts";
import { readParameters } from "@/lib/core/http/read-body";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { jsonResponse } from "@/lib/core/http/responses";
import { clientTokenSchema } from "@/lib/protocol/openapi-schemas";
import { parametersWithValue } from "@/lib/protocol/parameters-with-value";
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
import { countIssuedToken } from "@/lib/protocol/tokens/token-endpoint";

const LIFETIME_SECONDS = 3600;

/**
 * POST `…/platform/oauth/token`: an access token for a service key by `client_credentials` (RFC 6749 section 4.4),
 * valid for an hour. Without `scope` it has every scope of the key.
 */
export async function serviceTokenEndpoint(request: ApiRequest): Promise<Response> {
  const { requestId, ipAddress } = readRequestInfo(request.headers);
  try {
    const parameters = parseTokenRequest(parametersWithValue(await readParameters(request)));
    const authorization = authorizationOf(request.headers);
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
    noteLogFacts(requestId, { clientId: credentials.clientId });
    if (!scopes) throw notOfKey(parameters.scopes ?? [], ownScopes);
    countIssuedToken("service", "client_credentials");
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

const bodySchema = z
  .looseObject({
    grant_type: z.literal("client_credentials"),
    scope: z.string().optional().meta({
      description: "Scopes of the key, separated by spaces or commas. Without it, all of them.",
      example: "platform/directory/write",
    }),
    client_id: z.string().optional().meta({ description: "Unless sent in Authorization: Basic." }),
    client_secret: z.string().optional().meta({
      description: "Unless sent in Authorization: Basic.",
    }),
  })
  .meta({ id: "ServiceTokenRequest" });

/** The OpenAPI description of the service keys' token endpoint. */
export const serviceTokenDescription = {
  operationId: "createServiceToken",
  summary: "Get a token for the platform's API",
  description:
    "Issues an access token to a service key by client_credentials (RFC 6749 section 4.4). It is valid for an hour, and ends with the key or the secret that it was issued for.",
  tags: ["Service keys"],
  security: [{ client: [] }],
  requestBody: jsonOrForm(bodySchema),
  responses: {
    "200": { description: "The token. Never cached.", content: jsonContent(clientTokenSchema) },
    ...describeErrors("oauth", [
      "invalid_request",
      "invalid_client",
      "invalid_scope",
      "unsupported_grant_type",
      "too_many_requests",
      "payload_too_large",
      "unsupported_media_type",
    ]),
  },
} satisfies ZodOpenApiOperationObject & { operationId: string };
