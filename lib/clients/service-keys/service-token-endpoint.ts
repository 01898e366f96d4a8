import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { sha256 } from "@/lib/core/crypto/hash";
import { newToken } from "@/lib/core/crypto/tokens";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { describeErrors, jsonContent, jsonOrForm } from "@/lib/core/http/describe-errors";
import { noteLogFacts } from "@/lib/core/http/log-facts";
import { readParameters } from "@/lib/core/http/read-body";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { jsonResponse } from "@/lib/core/http/responses";
import { clientTokenSchema } from "@/lib/protocol/openapi-schemas";
import { parametersWithValue, parseTokenRequest } from "@/lib/protocol/tokens/parse-token-request";
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

/** A new token of a service key. `scopes` is null if the key is authenticated but lacks one of the requested scopes. */
type IssuedToken = { scopes: string[] | null; ownScopes: string[] };

const issueToken = sql<
  {
    keyId: string;
    secretHash: Buffer;
    scopes: string[] | null;
    tokenHash: Buffer;
    lifetime: number;
  },
  IssuedToken
>(
  "issue-service-token",
  { scopes: "text[]?", ownScopes: "text[]" },
  `
  WITH key AS (
    SELECT k.id, k.scopes, s.id AS secret_id FROM service_keys k JOIN service_key_secrets s ON s.key_id = k.id
    WHERE k.id = :keyId AND s.secret_hash = :secretHash AND k.revoked_at IS NULL AND s.revoked_at IS NULL
      AND (s.expires_at IS NULL OR s.expires_at > now())
  ),
  -- "Last used" is accurate to the minute, so that busy keys do not update one row all the time.
  secret_use AS (
    UPDATE service_key_secrets s SET last_used_at = now() FROM key
    WHERE s.id = key.secret_id AND (s.last_used_at IS NULL OR s.last_used_at < now() - interval '1 minute')
  ),
  issued AS (
    INSERT INTO service_tokens (token_hash, key_id, secret_id, scopes, expires_at)
    SELECT :tokenHash, key.id, key.secret_id, coalesce(:scopes::text[], key.scopes),
      now() + make_interval(secs => :lifetime)
    FROM key WHERE :scopes::text[] IS NULL OR :scopes <@ key.scopes
    RETURNING scopes
  )
  SELECT issued.scopes, key.scopes AS "ownScopes" FROM key LEFT JOIN issued ON true`,
);

/** POST `…/platform/oauth/token`: a service key's token by `client_credentials` (RFC 6749 section 4.4), for an hour. */
export async function serviceTokenEndpoint(request: ApiRequest): Promise<Response> {
  const { requestId, ipAddress } = readRequestInfo(request.headers);
  try {
    const parameters = parseTokenRequest(parametersWithValue(await readParameters(request)));
    const authorization = authorizationOf(request.headers);
    const credentials = readClientCredentials(authorization, parameters);
    const accessToken = newToken("service");
    requireClientCredentials(parameters.grant_type);
    const [issuedToken] = await issueToken({
      keyId: credentials.clientId,
      secretHash: credentials.secretHash,
      scopes: parameters.scopes,
      tokenHash: sha256(accessToken),
      lifetime: LIFETIME_SECONDS,
    });
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
