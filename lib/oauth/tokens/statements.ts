import type { ClientCredentials } from "@/lib/oauth/tokens/read-client-credentials";
import { SECRET_IS_LIVE, SELLER_BELONGS, SESSION_NOT_ENDED } from "@/lib/oauth/tokens/token-state";

// The statements of the token endpoints. Each authenticates the client, consumes its code or refresh
// token and stores the new tokens in one round trip, so that no other request can come between.
// All start with $1 client id, $2 SHA-256 of the secret, $3 the caller's address. Those that issue
// tokens have $4 request id.

/** Credentials with the address of the caller; null if it is unknown. */
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
-- "Last used" is accurate to the minute, so that busy clients do not update one row all the time.
secret_use AS (
  UPDATE client_secrets SET last_used_at = now(), last_used_from = $3 FROM client
  WHERE client_secrets.id = client.secret_id
    AND (client_secrets.last_used_at IS NULL OR client_secrets.last_used_at < now() - interval '1 minute')
)`;

/**
 * Stores an access token and the event of its issue. `source` is a CTE with a row for each token: the
 * columns of access_tokens by their names, token_epoch and token_kind.
 */
export const INSERT_ACCESS_TOKEN = (token: {
  source: string;
  hash: string;
  /** The expression for its lifetime in seconds. */
  lifetime?: string;
  /** What the token ends with, besides its grant and client: columns of `source` and access_tokens. */
  endsWith: string;
  event?: "token" | "refresh";
}) => `
access AS (
  INSERT INTO access_tokens (token_hash, kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, client_epoch, ${token.endsWith}, scopes, expires_at)
  SELECT ${token.hash}, token_kind::access_token_kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, token_epoch, ${token.endsWith}, scopes,
    now() + make_interval(secs => ${token.lifetime ?? "access_token_lifetime"})
  FROM ${token.source}
),
event AS (
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason, request_id)
  SELECT '${token.event ?? "token"}', 'issued', client_id, company_id, organization_id, token_kind, $4
  FROM ${token.source}
)`;

/** Stores a refresh token for each row of the CTE `source`. */
export const INSERT_REFRESH_TOKEN = (token: {
  source: string;
  hash: string;
  family: string;
  scopes: string;
}) => `
  INSERT INTO refresh_tokens (token_hash, family_id, client_id, company_id, organization_id, grant_id,
    grant_epoch, code_hash, scopes, expires_at)
  SELECT ${token.hash}, ${token.family}, client_id, company_id, organization_id, grant_id, grant_epoch,
    code_hash, ${token.scopes}, now() + make_interval(secs => refresh_token_lifetime)
  FROM ${token.source}`;

const SCOPES_WITHIN = (granted: string) => `($8::text[] IS NULL OR $8 <@ ${granted})`;

// Scopes that the company took back or the client lost are left out. If none remain, nothing is issued.
export const STILL_ALLOWED = (issued: string) => `
  array(SELECT s FROM unnest(coalesce($8, ${issued})) AS s WHERE s = ANY (g.scopes) AND s = ANY (client.scopes))`;
const SOME_STILL_ALLOWED = (issued: string) => `cardinality(${STILL_ALLOWED(issued)}) > 0`;

/** Seconds for which a superseded refresh token still works, in case a response got lost. */
export const ROTATION_GRACE_SECONDS = 30;

/** A replaced refresh token stays invalid even if its client stops rotating. */
export const NOT_REPLACED = (row: string) => `
  (${row}.superseded_at IS NULL
    OR ${row}.superseded_at > now() - interval '${ROTATION_GRACE_SECONDS} seconds')`;

/**
 * Whether a code or refresh token `row` is for the company ($5) or organization ($6) in the path, its
 * grant `g` is live and some of its scopes ($8 or all) may be issued.
 */
const GRANT_ALLOWS = (row: string) => `
    ${row}.company_id IS NOT DISTINCT FROM $5::int AND ${row}.organization_id IS NOT DISTINCT FROM $6
    AND ${SCOPES_WITHIN(`${row}.scopes`)} AND ${SOME_STILL_ALLOWED(`${row}.scopes`)}
    AND g.id = ${row}.grant_id AND g.epoch = ${row}.grant_epoch AND g.revoked_at IS NULL`;

/** Whether a refresh token `r` can be used. A code that is sent along ($9) must be of the same grant. */
export const REFRESH_TOKEN_IS_USABLE = `
    r.revoked_at IS NULL AND r.expires_at > now() AND ${NOT_REPLACED("r")}
    AND ${GRANT_ALLOWS("r")}
    AND ($9::bytea IS NULL OR EXISTS (
      SELECT 1 FROM authorization_codes a WHERE a.code_hash = $9 AND a.grant_id = r.grant_id))`;

// A code that was used for one kind of token can be used for the other within ten minutes.
const CODE_IS_FRESH = `
  CASE WHEN a.online_used_at IS NULL AND a.offline_used_at IS NULL
    THEN a.expires_at ELSE a.second_use_expires_at END > now()`;

// An online token needs a code from a sign-in that has not ended.
const OPENS: Readonly<Record<"online" | "offline", string>> = {
  online: `AND NOT a.offline_only AND ${SESSION_NOT_ENDED("a")}`,
  offline: "",
};

const redeem = (kind: "online" | "offline") => `
code AS (
  UPDATE authorization_codes a SET ${kind}_used_at = now()
  FROM client, grants g
  WHERE a.code_hash = $7 AND a.client_id = client.client_id
    AND a.${kind}_used_at IS NULL AND a.revoked_at IS NULL AND ${CODE_IS_FRESH}
    AND a.code_challenge IS NOT DISTINCT FROM $9 AND ($10::text IS NULL OR a.redirect_uri = $10)
    AND 'authorization_code' = ANY (client.grant_types) ${OPENS[kind]} AND ${SELLER_BELONGS("a")}
    AND ${GRANT_ALLOWS("a")}
  RETURNING a.client_id, a.company_id, a.organization_id, a.grant_id, a.grant_epoch, a.code_hash,
    a.user_id, a.session_id, ${STILL_ALLOWED("a.scopes")} AS scopes, client.access_token_lifetime,
    client.refresh_token_lifetime, client.token_epoch, '${kind}' AS token_kind
)`;

/**
 * Redeems a code for an online token: $5 company id, $6 organization id, $7 code hash, $8 scopes or
 * null, $9 PKCE challenge of the verifier sent, $10 redirect_uri sent, $11 token hash, $12 lifetime in
 * seconds. A row without scopes: the client is authenticated but the code cannot be used (invalid_grant).
 */
export const REDEEM_FOR_ONLINE_TOKEN = `
WITH ${AUTHENTICATED_CLIENT}, ${redeem("online")}, ${INSERT_ACCESS_TOKEN({
  source: "code",
  hash: "$11",
  lifetime: "$12",
  endsWith: "user_id, session_id, code_hash",
})}
SELECT code.scopes, $12::int AS "expiresIn", u.id AS "userId", u.email, u.first_name AS "firstName",
  u.last_name AS "lastName"
FROM client LEFT JOIN code ON true LEFT JOIN users u ON u.id = code.user_id`;

/**
 * Redeems a code for an offline token and its refresh token: $5 to $11 as above, $12 refresh token
 * hash, $13 id of the new family.
 */
export const REDEEM_FOR_OFFLINE_TOKEN = `
WITH ${AUTHENTICATED_CLIENT}, ${redeem("offline")},
refresh AS (${INSERT_REFRESH_TOKEN({ source: "code", hash: "$12", family: "$13", scopes: "scopes" })}
), ${INSERT_ACCESS_TOKEN({ source: "code", hash: "$11", endsWith: "code_hash" })}
SELECT code.scopes, code.access_token_lifetime AS "expiresIn" FROM client LEFT JOIN code ON true`;

/**
 * Refreshes an offline token: $5 company id, $6 organization id, $7 refresh token hash, $8 scopes or
 * null, $9 hash of a code sent along or null, $10 new token hash. Also extends the refresh token's own
 * lifetime.
 */
export const REFRESH = `
WITH ${AUTHENTICATED_CLIENT},
refresh AS (
  UPDATE refresh_tokens r
  SET last_used_at = now(), expires_at = now() + make_interval(secs => client.refresh_token_lifetime)
  FROM client, grants g
  WHERE r.token_hash = $7 AND r.client_id = client.client_id AND client.refresh_rotation = 'none'
    AND ${REFRESH_TOKEN_IS_USABLE}
  RETURNING r.client_id, r.company_id, r.organization_id, r.grant_id, r.grant_epoch, r.code_hash,
    ${STILL_ALLOWED("r.scopes")} AS scopes,
    client.access_token_lifetime, client.token_epoch, 'offline' AS token_kind
), ${INSERT_ACCESS_TOKEN({ source: "refresh", hash: "$10", endsWith: "code_hash", event: "refresh" })}
SELECT refresh.scopes, refresh.access_token_lifetime AS "expiresIn",
  client.refresh_rotation = 'confirm_on_use' AS rotates
FROM client LEFT JOIN refresh ON true`;

// A client's own token, from the CTE `allowed`: the client, what it may have ($7 scopes or null for all)
// and the grant, if the token needs one. $8 token hash.
const issueOwnToken = (condition: string) => `
issued AS (
  SELECT client_id, company_id, organization_id, grant_id, grant_epoch, token_epoch, secret_id,
    access_token_lifetime, coalesce($7, own_scopes) AS scopes, 'client_credentials' AS token_kind
  FROM allowed
  WHERE ${condition} AND 'client_credentials' = ANY (grant_types)
    AND ($7::text[] IS NULL OR $7 <@ own_scopes) AND cardinality(own_scopes) > 0
), ${INSERT_ACCESS_TOKEN({ source: "issued", hash: "$8", endsWith: "secret_id" })}
SELECT issued.scopes, allowed.access_token_lifetime AS "expiresIn", allowed.grant_types AS "grantTypes",
  allowed.own_scopes AS "ownScopes", allowed.scopes AS "clientScopes"`;

/**
 * Issues a client's own token for its organization: $5 is null, $6 organization id, $7 scopes or
 * null for all that the client has, $8 token hash.
 */
export const ISSUE_ORGANIZATION_TOKEN = `
WITH ${AUTHENTICATED_CLIENT},
allowed AS (
  SELECT client.*, $5::int AS company_id, NULL AS grant_id, NULL::int AS grant_epoch, array(
    SELECT scope FROM unnest(client.scopes) AS scope WHERE scope LIKE 'organization/%') AS own_scopes
  FROM client
), ${issueOwnToken("organization_id = $6")},
  allowed.organization_id AS "ownOrganizationId", NULL AS "grantedScopes"
FROM allowed LEFT JOIN issued ON true`;

/**
 * Issues a client's own token for a company that granted it: $5 company id, $6 is null, $7 scopes or
 * null for all that were granted, $8 token hash.
 */
export const ISSUE_COMPANY_TOKEN = `
WITH ${AUTHENTICATED_CLIENT},
allowed AS (
  SELECT client.client_id, client.grant_types, client.scopes, client.token_epoch, client.secret_id,
    client.access_token_lifetime, $6 AS organization_id, g.company_id, g.id AS grant_id,
    g.epoch AS grant_epoch, g.scopes AS granted_scopes,
    array(SELECT s FROM unnest(g.scopes) AS s WHERE s = ANY (client.scopes)) AS own_scopes
  FROM client LEFT JOIN grants g ON g.client_id = client.client_id AND g.company_id = $5::int
    AND g.revoked_at IS NULL
), ${issueOwnToken("grant_id IS NOT NULL")},
  allowed.grant_id AS "grantId", allowed.granted_scopes AS "grantedScopes"
FROM allowed LEFT JOIN issued ON true`;
