import { first, sql } from "@/lib/core/db/sql";

/** A new token of a service key. `scopes` is null if the key is authenticated but lacks one of the requested scopes. */
export type IssuedServiceToken = { scopes: string[] | null; ownScopes: string[] };

const issue = sql<
  {
    keyId: string;
    secretHash: Buffer;
    scopes: string[] | null;
    tokenHash: Buffer;
    lifetime: number;
  },
  IssuedServiceToken
>(
  "issue-service-token",
  { scopes: "text[]", ownScopes: "text[]" },
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

/** Issues a token to a service key; null if the credentials are not those of a live key. */
export async function issueServiceTokenRow(
  credentials: { clientId: string; secretHash: Buffer },
  scopes: string[] | null,
  tokenHash: Buffer,
  lifetimeSeconds: number,
): Promise<IssuedServiceToken | null> {
  const { clientId: keyId, secretHash } = credentials;
  return first(await issue({ keyId, secretHash, scopes, tokenHash, lifetime: lifetimeSeconds }));
}

/** A service key that an access token authenticates, and the secret that the token was issued for. */
export type AuthenticatedKey = { keyId: string; secretId: string; scopes: string[] };

const find = sql<{ tokenHash: Buffer }, AuthenticatedKey>(
  "find-service-token",
  { keyId: "text", secretId: "text", scopes: "text[]" },
  `
  SELECT t.key_id AS "keyId", t.secret_id AS "secretId", array(SELECT unnest(t.scopes) INTERSECT SELECT unnest(k.scopes)) AS scopes
  FROM service_tokens t JOIN service_keys k ON k.id = t.key_id JOIN service_key_secrets s ON s.id = t.secret_id
  WHERE t.token_hash = :tokenHash AND t.expires_at > now() AND k.revoked_at IS NULL AND s.revoked_at IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > now())`,
);

/** The service key of a live token, with its scopes; null for any other token. */
export async function findServiceToken(tokenHash: Buffer): Promise<AuthenticatedKey | null> {
  return first(await find({ tokenHash }));
}
