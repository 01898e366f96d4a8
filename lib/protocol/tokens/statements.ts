import type { RequestValues } from "@/lib/core/db/batch";
import type { ClientCredentials } from "@/lib/protocol/tokens/read-client-credentials";
import {
  FAMILY_ENDED,
  FAMILY_OF_REFRESH_TOKEN,
  PUBLISHER_IS_ACTIVE,
  REFRESH_TOKEN_REVOKED,
  SECRET_IS_LIVE,
  SELLER_BELONGS,
  SESSION_NOT_ENDED,
  SUBJECT_IS_ACTIVE,
} from "@/lib/protocol/tokens/token-state";

// The statements of the token endpoints. Each authenticates the clients, consumes their codes or refresh tokens and
// stores the new tokens in one round trip, so that no other request can come between. They serve several requests at
// once: the rows of `request`, here `q`, whose number `n` is in all relations (lib/core/db/batch-statement.ts).

/** Credentials with the address of the caller; null if it is unknown. */
export type SentCredentials = ClientCredentials & { ipAddress: string | null };

/** Their types in a statement. */
export const CREDENTIALS = {
  clientId: "text",
  secretHash: "bytea",
  otherSecretHash: "bytea",
  ipAddress: "text",
} satisfies RequestValues<SentCredentials>;

// What a client sent may be percent-encoded or not, so there can be two readings of it.
export const SECRET_MATCHES = "s.secret_hash IN (:secretHash::bytea, :otherSecretHash::bytea)";

/** The same for a secret of the request `q`. */
export const SECRET_OF_REQUEST = "s.secret_hash IN (q.secret_hash, q.other_secret_hash)";

/** Whether a client `c` may do anything at all. */
export const CLIENT_IS_USABLE = `
  c.is_active AND c.deleted_at IS NULL AND c.suspended_at IS NULL AND ${PUBLISHER_IS_ACTIVE("c")}`;

const authenticatedClient = (condition: string) => `
client AS (
  SELECT q.n, c.client_id, c.client_type, c.organization_id, c.scopes, c.grant_types, c.access_token_lifetime,
    c.refresh_token_lifetime, c.refresh_rotation, c.token_epoch, s.id AS secret_id
  FROM request q JOIN clients c ON c.client_id = q.client_id JOIN client_secrets s ON s.client_id = c.client_id
  WHERE ${SECRET_OF_REQUEST} AND ${SECRET_IS_LIVE} AND ${CLIENT_IS_USABLE} ${condition}
),
-- "Last used" is accurate to the minute, so that busy clients do not update one row all the time. Rows that another
-- statement is updating are skipped, so that statements never wait for each other here.
used_secret AS (
  SELECT s.id, (SELECT q.ip_address FROM client JOIN request q USING (n) WHERE secret_id = s.id LIMIT 1) AS ip_address
  FROM client_secrets s
  WHERE s.id IN (SELECT secret_id FROM client)
    AND (s.last_used_at IS NULL OR s.last_used_at < now() - interval '1 minute')
  FOR NO KEY UPDATE SKIP LOCKED
),
secret_use AS (
  UPDATE client_secrets SET last_used_at = now(), last_used_from = ip_address
  FROM used_secret WHERE client_secrets.id = used_secret.id
)`;

/**
 * The client of each request with a live secret: takes SentCredentials. No row: the pair is wrong (invalid_client), or
 * the client may do nothing now (unauthorized_client).
 */
export const AUTHENTICATED_CLIENT = authenticatedClient("");

/** The same for the company or organization in the path, which must be active too. */
export const AUTHENTICATED_CLIENT_OF_SUBJECT = authenticatedClient(
  `AND ${SUBJECT_IS_ACTIVE("q.company_id", "q.organization_id")}`,
);

/**
 * Stores an access token and the event of its issue for each row of `source`: the columns of access_tokens by their
 * names, token_day, token_epoch, token_kind and request_id.
 */
export const INSERT_ACCESS_TOKEN = (token: {
  source: string;
  /** The column or expression for its lifetime in seconds. */
  lifetime?: string;
  /** The objects that the token ends with, besides its grant and client: columns of `source` and access_tokens. */
  endsWith: string;
  event?: "token" | "refresh";
}) => `
access AS (
  INSERT INTO access_tokens (day, token_hash, kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, client_epoch, ${token.endsWith}, scopes, expires_at)
  SELECT token_day, token_hash, token_kind::access_token_kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, token_epoch, ${token.endsWith}, scopes,
    now() + make_interval(secs => ${token.lifetime ?? "access_token_lifetime"})
  FROM ${token.source}
),
event AS (
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason, request_id)
  SELECT '${token.event ?? "token"}', 'issued', client_id, company_id, organization_id, token_kind, request_id
  FROM ${token.source}
)`;

/** Stores a refresh token, `new_refresh_token_hash`, for each row of `source`. */
export const INSERT_REFRESH_TOKEN = (token: { source: string; scopes: string }) => `
  INSERT INTO refresh_tokens (token_hash, family_id, client_id, company_id, organization_id, grant_id,
    grant_epoch, code_hash, scopes, expires_at)
  SELECT new_refresh_token_hash, family_id, client_id, company_id, organization_id, grant_id, grant_epoch,
    code_hash, ${token.scopes}, now() + make_interval(secs => refresh_token_lifetime)
  FROM ${token.source}`;

const SCOPES_WITHIN = (granted: string) => `(q.scopes IS NULL OR q.scopes <@ ${granted})`;

// Scopes that the company took back or the client lost are left out. If none remain, nothing is issued.
export const STILL_ALLOWED = (issued: string) => `
  array(SELECT s FROM unnest(coalesce(q.scopes, ${issued})) AS s WHERE s = ANY (g.scopes) AND s = ANY (client.scopes))`;
const SOME_STILL_ALLOWED = (issued: string) => `cardinality(${STILL_ALLOWED(issued)}) > 0`;

/** Seconds for which a superseded refresh token still works, in case a response got lost. */
export const ROTATION_GRACE_SECONDS = 30;

/** A replaced refresh token stays invalid even if its client stops rotating. */
export const NOT_REPLACED = (row: string) => `
  (${row}.superseded_at IS NULL
    OR ${row}.superseded_at > now() - interval '${ROTATION_GRACE_SECONDS} seconds')`;

/**
 * Whether a code or refresh token `row` is for the company or organization in the path, its grant `g` is live and some
 * of its scopes (those of the request or all) may be issued.
 */
const GRANT_ALLOWS = (row: string) => `
    ${row}.company_id IS NOT DISTINCT FROM q.company_id AND ${row}.organization_id IS NOT DISTINCT FROM q.organization_id
    AND ${SCOPES_WITHIN(`${row}.scopes`)} AND ${SOME_STILL_ALLOWED(`${row}.scopes`)}
    AND g.id = ${row}.grant_id AND g.epoch = ${row}.grant_epoch AND g.revoked_at IS NULL`;

/**
 * Whether a code that is sent along with a refresh token `r` belongs to the same grant. Also true without a code, for an
 * imported token, and once the code has been deleted. The token's own code needs no lookup, and any other is looked up in
 * a function, so that plans of these statements have no partitions of codes.
 */
export const CODE_OF_SAME_GRANT = (codeHash: string, codeDay: string) => `
  CASE WHEN ${codeHash} IS NULL OR r.code_hash IS NULL OR ${codeHash} = r.code_hash THEN true
    ELSE coalesce(grant_of_code(${codeHash}, ${codeDay}) = r.grant_id, true) END`;

/** Whether a refresh token `r` can be used. */
export const REFRESH_TOKEN_IS_USABLE = `
    NOT ${REFRESH_TOKEN_REVOKED("r")} AND r.expires_at > now() AND ${NOT_REPLACED("r")}
    AND ${GRANT_ALLOWS("r")} AND ${CODE_OF_SAME_GRANT("q.code_hash", "q.code_day")}`;

// A code that was used for one kind of token can be used for the other within ten minutes.
const CODE_IS_FRESH = `
  CASE WHEN a.online_used_at IS NULL AND a.offline_used_at IS NULL
    THEN a.expires_at ELSE a.second_use_expires_at END > now()`;

// An online token needs a code from a sign-in that has not ended.
const OPENS: Readonly<Record<"online" | "offline", string>> = {
  online: `AND NOT a.offline_only AND ${SESSION_NOT_ENDED("a")}`,
  offline: "",
};

const ISSUED_FOR: Readonly<Record<"online" | "offline", string>> = {
  online: "q.token_hash, q.token_day, q.request_id, q.lifetime",
  offline: "q.token_hash, q.token_day, q.request_id, q.new_refresh_token_hash, q.family_id",
};

const redeem = (kind: "online" | "offline") => `
code AS (
  UPDATE authorization_codes a SET ${kind}_used_at = now()
  FROM client JOIN request q USING (n), grants g
  WHERE a.day = :day AND a.code_hash = q.code_hash AND a.client_id = client.client_id
    AND a.${kind}_used_at IS NULL AND a.revoked_at IS NULL AND NOT ${FAMILY_ENDED("a.code_hash")} AND ${CODE_IS_FRESH}
    AND a.code_challenge IS NOT DISTINCT FROM q.code_challenge AND (q.redirect_uri IS NULL OR a.redirect_uri = q.redirect_uri)
    AND 'authorization_code' = ANY (client.grant_types) ${OPENS[kind]} AND ${SELLER_BELONGS("a")}
    AND ${GRANT_ALLOWS("a")}
  RETURNING n, a.client_id, a.company_id, a.organization_id, a.grant_id, a.grant_epoch, a.code_hash,
    a.code_hash AS family_hash, a.user_id, a.session_id, ${STILL_ALLOWED("a.scopes")} AS scopes, client.access_token_lifetime,
    client.refresh_token_lifetime, client.token_epoch, '${kind}' AS token_kind, ${ISSUED_FOR[kind]}
)`;

/**
 * Redeems codes for online tokens: takes PresentedCode, TokenKey and `lifetime` in seconds. A row without scopes:
 * the client is authenticated but the code cannot be used (invalid_grant).
 */
export const REDEEM_FOR_ONLINE_TOKEN = `
${AUTHENTICATED_CLIENT_OF_SUBJECT}, ${redeem("online")}, ${INSERT_ACCESS_TOKEN({
  source: "code",
  lifetime: "lifetime",
  endsWith: "user_id, session_id, family_hash",
})}
SELECT n, code.scopes, code.lifetime AS "expiresIn", coalesce(u.external_id, u.id) AS "subject", u.email,
  u.email_verified_at IS NOT NULL AS "isEmailVerified", u.first_name AS "firstName", u.last_name AS "lastName"
FROM client LEFT JOIN code USING (n) LEFT JOIN users u ON u.id = code.user_id`;

/** Redeems codes for offline tokens and refresh tokens, `newRefreshTokenHash` of a new `familyId`. */
export const REDEEM_FOR_OFFLINE_TOKEN = `
${AUTHENTICATED_CLIENT_OF_SUBJECT}, ${redeem("offline")},
refresh AS (${INSERT_REFRESH_TOKEN({ source: "code", scopes: "scopes" })}
), ${INSERT_ACCESS_TOKEN({ source: "code", endsWith: "family_hash" })}
SELECT n, code.scopes, code.access_token_lifetime AS "expiresIn" FROM client LEFT JOIN code USING (n)`;

/**
 * Refreshes offline tokens: takes PresentedRefreshToken and TokenKey. Also extends the refresh token's own lifetime.
 */
export const REFRESH = `
${AUTHENTICATED_CLIENT_OF_SUBJECT},
refresh AS (
  UPDATE refresh_tokens r
  SET last_used_at = now(), expires_at = now() + make_interval(secs => client.refresh_token_lifetime)
  FROM client JOIN request q USING (n), grants g
  WHERE r.token_hash = q.refresh_token_hash AND r.client_id = client.client_id AND client.refresh_rotation = 'none'
    AND ${REFRESH_TOKEN_IS_USABLE}
  RETURNING n, r.client_id, r.company_id, r.organization_id, r.grant_id, r.grant_epoch,
    ${FAMILY_OF_REFRESH_TOKEN("r")} AS family_hash, ${STILL_ALLOWED("r.scopes")} AS scopes,
    client.access_token_lifetime, client.token_epoch,
    'offline' AS token_kind, q.token_hash, q.token_day, q.request_id
), ${INSERT_ACCESS_TOKEN({ source: "refresh", endsWith: "family_hash", event: "refresh" })}
SELECT n, refresh.scopes, refresh.access_token_lifetime AS "expiresIn",
  client.refresh_rotation = 'confirm_on_use' AS rotates
FROM client LEFT JOIN refresh USING (n)`;

// Clients' own tokens, from the CTE `allowed`: the client, what it may have and the grant, if the token needs one.
const issueOwnToken = (condition: string) => `
issued AS (
  SELECT n, client_id, company_id, organization_id, grant_id, grant_epoch, token_epoch, secret_id,
    access_token_lifetime, coalesce(asked_scopes, own_scopes) AS scopes, 'client_credentials' AS token_kind, token_hash, token_day,
    request_id
  FROM allowed
  WHERE ${condition} AND 'client_credentials' = ANY (grant_types)
    AND (asked_scopes IS NULL OR asked_scopes <@ own_scopes) AND cardinality(own_scopes) > 0
), ${INSERT_ACCESS_TOKEN({ source: "issued", endsWith: "secret_id" })}
SELECT n, issued.scopes, allowed.access_token_lifetime AS "expiresIn", allowed.grant_types AS "grantTypes",
  allowed.own_scopes AS "ownScopes", allowed.scopes AS "clientScopes"`;

/** Issues clients' own tokens for their organization. */
export const ISSUE_ORGANIZATION_TOKEN = `
${AUTHENTICATED_CLIENT_OF_SUBJECT},
allowed AS (
  SELECT client.*, NULL::bigint AS company_id, NULL AS grant_id, NULL::int AS grant_epoch,
    q.organization_id AS asked_organization_id, q.scopes AS asked_scopes, q.token_hash, q.token_day, q.request_id, array(
    SELECT scope FROM unnest(client.scopes) AS scope WHERE scope LIKE 'organization/%') AS own_scopes
  FROM client JOIN request q USING (n)
), ${issueOwnToken("organization_id = asked_organization_id")},
  allowed.organization_id AS "ownOrganizationId", NULL AS "grantedScopes"
FROM allowed LEFT JOIN issued USING (n)`;

/** Issues clients' own tokens for companies that granted it. */
export const ISSUE_COMPANY_TOKEN = `
${AUTHENTICATED_CLIENT_OF_SUBJECT},
allowed AS (
  SELECT n, client.client_id, client.grant_types, client.scopes, client.token_epoch, client.secret_id,
    client.access_token_lifetime, NULL AS organization_id, g.company_id, g.id AS grant_id,
    g.epoch AS grant_epoch, g.scopes AS granted_scopes, q.scopes AS asked_scopes, q.token_hash, q.token_day, q.request_id,
    array(SELECT s FROM unnest(g.scopes) AS s WHERE s = ANY (client.scopes)) AS own_scopes
  FROM client JOIN request q USING (n) LEFT JOIN grants g ON g.client_id = client.client_id
    AND g.company_id = q.company_id AND g.revoked_at IS NULL
), ${issueOwnToken("grant_id IS NOT NULL")},
  allowed.grant_id AS "grantId", allowed.granted_scopes AS "grantedScopes"
FROM allowed LEFT JOIN issued USING (n)`;
