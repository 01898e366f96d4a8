import type { ClientCredentials } from "@/lib/oauth/tokens/read-client-credentials";
import { SECRET_IS_LIVE, SELLER_BELONGS, SESSION_NOT_ENDED } from "@/lib/oauth/tokens/token-state";

// The statements of the token endpoints. Each authenticates the client, consumes what was presented
// and stores what is issued, in one round trip: no other request can come between.
// All start with $1 client id, $2 SHA-256 of the secret, $3 the caller's address; those that issue
// something go on with $4 request id.

/** Credentials with the address that they came from; null where no server told it. */
export type SentCredentials = ClientCredentials & { ipAddress: string | null };

/** The values of $1 to $3 of every statement here. */
export function credentialValues(credentials: SentCredentials): unknown[] {
  return [credentials.clientId, credentials.secretHash, credentials.ipAddress];
}

/** The client that presents a live secret. No row: the pair is wrong (invalid_client). */
export const AUTHENTICATED_CLIENT = `
client AS (
  SELECT c.client_id, c.client_type, c.organization_id, c.scopes, c.grant_types, c.access_token_lifetime,
    c.refresh_token_lifetime, c.refresh_rotation, c.token_epoch, s.id AS secret_id
  FROM clients c JOIN client_secrets s ON s.client_id = c.client_id
  WHERE c.client_id = $1 AND s.secret_hash = $2 AND ${SECRET_IS_LIVE}
    AND c.is_active AND c.deleted_at IS NULL
),
-- "Last used" is kept to the minute, so that busy clients do not write one row over and over.
secret_use AS (
  UPDATE client_secrets SET last_used_at = now(), last_used_from = $3 FROM client
  WHERE client_secrets.id = client.secret_id
    AND (client_secrets.last_used_at IS NULL OR client_secrets.last_used_at < now() - interval '1 minute')
)`;

export const ISSUED_EVENT = (kind: "token" | "refresh", source: string) => `
event AS (
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason, request_id)
  SELECT '${kind}', 'issued', client_id, company_id, organization_id, token_kind, $4 FROM ${source}
)`;

export const SCOPES_WITHIN = (granted: string) => `($8::text[] IS NULL OR $8 <@ ${granted})`;

// What the company took out of its grant since, or the client lost, is left out; if nothing is left, nothing is issued.
export const STILL_ALLOWED = (issued: string) => `
  array(SELECT s FROM unnest(coalesce($8, ${issued})) AS s WHERE s = ANY (g.scopes) AND s = ANY (client.scopes))`;
export const SOME_STILL_ALLOWED = (issued: string) => `cardinality(${STILL_ALLOWED(issued)}) > 0`;

/** Seconds for which a superseded refresh token still works: for answers that got lost on the way. */
export const ROTATION_GRACE_SECONDS = 30;

/** A refresh token that was replaced stays dead also when its client stops rotating. */
export const NOT_REPLACED = (row: string) => `
  (${row}.superseded_at IS NULL
    OR ${row}.superseded_at > now() - interval '${ROTATION_GRACE_SECONDS} seconds')`;

// A code that was used for one kind of token has ten minutes for the other.
const CODE_IS_FRESH = `
  CASE WHEN a.online_used_at IS NULL AND a.offline_used_at IS NULL
    THEN a.expires_at ELSE a.second_use_expires_at END > now()`;

// Only a code that somebody signed in for opens an online token, and only until they sign out.
const OPENS: Readonly<Record<"online" | "offline", string>> = {
  online: `AND NOT a.offline_only AND ${SESSION_NOT_ENDED("a")}`,
  offline: "",
};

const redeem = (kind: "online" | "offline") => `
code AS (
  UPDATE authorization_codes a SET ${kind}_used_at = now()
  FROM client, grants g
  WHERE a.code_hash = $7 AND a.client_id = client.client_id
    AND a.company_id IS NOT DISTINCT FROM $5::int AND a.organization_id IS NOT DISTINCT FROM $6
    AND a.${kind}_used_at IS NULL AND a.revoked_at IS NULL AND ${CODE_IS_FRESH}
    AND a.code_challenge IS NOT DISTINCT FROM $9 AND ($10::text IS NULL OR a.redirect_uri = $10)
    AND ${SCOPES_WITHIN("a.scopes")} AND ${SOME_STILL_ALLOWED("a.scopes")} AND ${SELLER_BELONGS("a")}
    AND 'authorization_code' = ANY (client.grant_types) ${OPENS[kind]}
    AND g.id = a.grant_id AND g.epoch = a.grant_epoch AND g.revoked_at IS NULL
  RETURNING a.client_id, a.company_id, a.organization_id, a.grant_id, a.grant_epoch, a.code_hash,
    a.user_id, a.session_id, ${STILL_ALLOWED("a.scopes")} AS scopes, client.access_token_lifetime,
    client.refresh_token_lifetime, client.token_epoch, '${kind}'::access_token_kind::text AS token_kind
)`;

/**
 * Redeems a code for an online token: $5 company id, $6 organization id, $7 code hash, $8 scopes or
 * null, $9 PKCE challenge of the verifier sent, $10 redirect_uri sent, $11 token hash, $12 lifetime in
 * seconds. A row without scopes: the client is right, the code is not (invalid_grant).
 */
export const REDEEM_FOR_ONLINE_TOKEN = `
WITH ${AUTHENTICATED_CLIENT}, ${redeem("online")},
access AS (
  INSERT INTO access_tokens (token_hash, kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, client_epoch, user_id, session_id, code_hash, scopes, expires_at)
  SELECT $11, 'online', client_id, company_id, organization_id, grant_id, grant_epoch, token_epoch, user_id,
    session_id, code_hash, scopes, now() + make_interval(secs => $12) FROM code
), ${ISSUED_EVENT("token", "code")}
SELECT code.scopes, $12::int AS "expiresIn", u.id AS "userId", u.email, u.first_name AS "firstName",
  u.last_name AS "lastName"
FROM client LEFT JOIN code ON true LEFT JOIN users u ON u.id = code.user_id`;

/**
 * Redeems a code for an offline token and its refresh token: $5 to $11 as above, $12 refresh token
 * hash, $13 id of the new family.
 */
export const REDEEM_FOR_OFFLINE_TOKEN = `
WITH ${AUTHENTICATED_CLIENT}, ${redeem("offline")},
refresh AS (
  INSERT INTO refresh_tokens (token_hash, family_id, client_id, company_id, organization_id, grant_id,
    grant_epoch, code_hash, scopes, expires_at)
  SELECT $12, $13, client_id, company_id, organization_id, grant_id, grant_epoch, code_hash, scopes,
    now() + make_interval(secs => refresh_token_lifetime) FROM code
),
access AS (
  INSERT INTO access_tokens (token_hash, kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, client_epoch, code_hash, scopes, expires_at)
  SELECT $11, 'offline', client_id, company_id, organization_id, grant_id, grant_epoch, token_epoch, code_hash,
    scopes, now() + make_interval(secs => access_token_lifetime) FROM code
), ${ISSUED_EVENT("token", "code")}
SELECT code.scopes, code.access_token_lifetime AS "expiresIn" FROM client LEFT JOIN code ON true`;

/**
 * Refreshes an offline token: $5 company id, $6 organization id, $7 refresh token hash, $8 scopes or
 * null, $9 hash of a code sent along or null, $10 new token hash. The refresh token's own lifetime
 * starts anew. A code sent along may be long spent but must be of the same grant.
 */
export const REFRESH = `
WITH ${AUTHENTICATED_CLIENT},
refresh AS (
  UPDATE refresh_tokens r
  SET last_used_at = now(), expires_at = now() + make_interval(secs => client.refresh_token_lifetime)
  FROM client, grants g
  WHERE r.token_hash = $7 AND r.client_id = client.client_id AND client.refresh_rotation = 'none'
    AND r.company_id IS NOT DISTINCT FROM $5::int AND r.organization_id IS NOT DISTINCT FROM $6
    AND r.revoked_at IS NULL AND r.expires_at > now() AND ${NOT_REPLACED("r")}
    AND ${SCOPES_WITHIN("r.scopes")} AND ${SOME_STILL_ALLOWED("r.scopes")}
    AND ($9::bytea IS NULL OR EXISTS (
      SELECT 1 FROM authorization_codes a WHERE a.code_hash = $9 AND a.grant_id = r.grant_id))
    AND g.id = r.grant_id AND g.epoch = r.grant_epoch AND g.revoked_at IS NULL
  RETURNING r.client_id, r.company_id, r.organization_id, r.grant_id, r.grant_epoch, r.code_hash,
    ${STILL_ALLOWED("r.scopes")} AS scopes,
    client.access_token_lifetime, client.token_epoch, 'offline' AS token_kind
),
access AS (
  INSERT INTO access_tokens (token_hash, kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, client_epoch, code_hash, scopes, expires_at)
  SELECT $10, 'offline', client_id, company_id, organization_id, grant_id, grant_epoch, token_epoch, code_hash,
    scopes, now() + make_interval(secs => access_token_lifetime) FROM refresh
), ${ISSUED_EVENT("refresh", "refresh")}
SELECT refresh.scopes, refresh.access_token_lifetime AS "expiresIn",
  client.refresh_rotation = 'confirm_on_use' AS rotates
FROM client LEFT JOIN refresh ON true`;

/**
 * Issues a client's own token for its organization: $5 is null, $6 organization id, $7 scopes or
 * null for all that the client has, $8 token hash.
 */
export const ISSUE_ORGANIZATION_TOKEN = `
WITH ${AUTHENTICATED_CLIENT},
allowed AS (
  SELECT client.*, array(
    SELECT scope FROM unnest(client.scopes) AS scope WHERE scope LIKE 'organization/%') AS own_scopes
  FROM client
),
issued AS (
  INSERT INTO access_tokens (token_hash, kind, client_id, company_id, organization_id, client_epoch,
    secret_id, scopes, expires_at)
  SELECT $8, 'client_credentials', client_id, $5::int, organization_id, token_epoch,
    secret_id, coalesce($7, own_scopes), now() + make_interval(secs => access_token_lifetime)
  FROM allowed
  WHERE organization_id = $6 AND 'client_credentials' = ANY (grant_types)
    AND ($7::text[] IS NULL OR $7 <@ own_scopes) AND cardinality(own_scopes) > 0
  RETURNING client_id, company_id, organization_id, scopes, kind::text AS token_kind
), ${ISSUED_EVENT("token", "issued")}
SELECT issued.scopes, allowed.access_token_lifetime AS "expiresIn",
  allowed.organization_id AS "ownOrganizationId", allowed.grant_types AS "grantTypes",
  allowed.own_scopes AS "ownScopes", NULL AS "grantedScopes", allowed.scopes AS "clientScopes"
FROM allowed LEFT JOIN issued ON true`;

/**
 * Issues a client's own token for a company that granted it: $5 company id, $6 is null, $7 scopes or
 * null for all that were granted, $8 token hash.
 */
export const ISSUE_COMPANY_TOKEN = `
WITH ${AUTHENTICATED_CLIENT},
allowed AS (
  SELECT client.*, g.id AS grant_id, g.epoch, g.company_id, g.scopes AS granted_scopes,
    array(SELECT s FROM unnest(g.scopes) AS s WHERE s = ANY (client.scopes)) AS own_scopes
  FROM client LEFT JOIN grants g ON g.client_id = client.client_id AND g.company_id = $5::int
    AND g.revoked_at IS NULL
),
issued AS (
  INSERT INTO access_tokens (token_hash, kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, client_epoch, secret_id, scopes, expires_at)
  SELECT $8, 'client_credentials', client_id, company_id, $6, grant_id, epoch, token_epoch, secret_id,
    coalesce($7, own_scopes), now() + make_interval(secs => access_token_lifetime)
  FROM allowed
  WHERE grant_id IS NOT NULL AND 'client_credentials' = ANY (grant_types)
    AND ($7::text[] IS NULL OR $7 <@ own_scopes) AND cardinality(own_scopes) > 0
  RETURNING client_id, company_id, organization_id, scopes, kind::text AS token_kind
), ${ISSUED_EVENT("token", "issued")}
SELECT issued.scopes, allowed.access_token_lifetime AS "expiresIn",
  allowed.grant_id AS "grantId", allowed.grant_types AS "grantTypes",
  allowed.own_scopes AS "ownScopes", allowed.granted_scopes AS "grantedScopes", allowed.scopes AS "clientScopes"
FROM allowed LEFT JOIN issued ON true`;
