import { sha256 } from "@/lib/core/crypto/hash";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { readSession } from "@/lib/identity/sessions/read-session";
import type { PlatformCaller } from "@/lib/operation/access/platform-caller";
import { invalidToken, readBearerToken } from "@/lib/protocol/bearer/read-bearer-token";

const SAFE_METHODS = new Set(["GET", "HEAD"]);
const GET_TOKEN =
  "Get one with client_credentials and a service key at the platform's token endpoint.";

/** Authenticates a service key or an operator. @throws ServiceError unauthenticated, invalid_token, or forbidden */
export async function authenticatePlatformCaller(request: ApiRequest): Promise<PlatformCaller> {
  return authorizationOf(request.headers) !== null
    ? authenticateKey(request)
    : authenticateOperator(request);
}

async function authenticateKey(request: ApiRequest): Promise<PlatformCaller> {
  const token = readBearerToken(request);
  if (!isTokenOfKind(token, "service")) {
    throw invalidToken(`This access token is not of a service key. ${GET_TOKEN}`, {});
  }
  const [serviceToken] = await findServiceToken({ tokenHash: sha256(token) });
  if (!serviceToken)
    throw invalidToken(`The access token is unknown, expired or revoked. ${GET_TOKEN}`, {});
  return { kind: "service_key", ...serviceToken };
}

/** The service key that a live token authenticates, and the secret that it was issued for. */
const findServiceToken = sql<
  { tokenHash: Buffer },
  { keyId: string; secretId: string; scopes: string[] }
>(
  "find-service-token",
  { keyId: "text", secretId: "text", scopes: "text[]" },
  `
  SELECT t.key_id AS "keyId", t.secret_id AS "secretId", array(SELECT unnest(t.scopes) INTERSECT SELECT unnest(k.scopes)) AS scopes
  FROM service_tokens t JOIN service_keys k ON k.id = t.key_id JOIN service_key_secrets s ON s.id = t.secret_id
  WHERE t.token_hash = :tokenHash AND t.expires_at > now() AND k.revoked_at IS NULL AND s.revoked_at IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > now())`,
);

async function authenticateOperator(request: ApiRequest): Promise<PlatformCaller> {
  const session = await readSession(request.headers);
  if (!session) {
    throw new ServiceError(
      "unauthenticated",
      `Sign in as an operator, or send Authorization: Bearer with a service key's access token. ${GET_TOKEN}`,
      { headers: { "www-authenticate": 'Bearer realm="latchkey"' } },
    );
  }
  if (!SAFE_METHODS.has(request.method)) requireSameOrigin(request);
  const { userId, operatorRole: role } = session;
  if (!role)
    throw new ServiceError("forbidden", "Only operators of this installation can do this.");
  return { kind: "operator", userId, role };
}
