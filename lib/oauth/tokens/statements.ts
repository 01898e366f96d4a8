import type { ClientCredentials } from "@/lib/oauth/tokens/read-client-credentials";
import {
  PUBLISHER_IS_ACTIVE,
  SECRET_IS_LIVE,
  SELLER_BELONGS,
  SESSION_NOT_ENDED,
  SUBJECT_IS_ACTIVE,
} from "@/lib/oauth/tokens/token-state";

// The statements of the token endpoints. Each authenticates the client, consumes its code or refresh
// token and stores the new tokens in one round trip, so that no other request can come between.
// All take SentCredentials. Those that issue tokens also take :requestId, :companyId, :organizationId
// (one of the two is null), :scopes (null for all), and :tokenHash of the new access token.

/** Credentials with the address of the caller; null if it is unknown. */
export type SentCredentials = ClientCredentials & { ipAddress: string | null };

// What a client sent may be percent-encoded or not, so there can be two readings of it.
export const SECRET_MATCHES = "s.secret_hash IN (:secretHash::bytea, :otherSecretHash::bytea)";

/** Whether a client `c` may do anything at all. */
export const CLIENT_IS_USABLE = `
  c.is_active AND c.deleted_at IS NULL AND c.suspended_at IS NULL AND ${PUBLISHER_IS_ACTIVE("c")}`;

const authenticatedClient = (condition: string) => `
client AS (
  SELECT c.client_id, c.client_type, c.organization_id, c.scopes, c.grant_types, c.access_token_lifetime,
    c.refresh_token_lifetime, c.refresh_rotation, c.token_epoch, s.id AS secret_id
  FROM clients c JOIN client_secrets s ON s.client_id = c.client_id
  WHERE c.client_id = :clientId AND ${SECRET_MATCHES} AND ${SECRET_IS_LIVE}
    AND ${CLIENT_IS_USABLE} ${condition}
),
-- "Last used" is accurate to the minute, so that busy clients do not update one row all the time.
secret_use AS (
  UPDATE client_secrets SET last_used_at = now(), last_used_from = :ipAddress FROM client
  WHERE client_secrets.id = client.secret_id
    AND (client_secrets.last_used_at IS NULL OR client_secrets.last_used_at < now() - interval '1 minute')
)`;

/**
 * The client with a live secret: takes SentCredentials. No row: the pair is wrong (invalid_client), or the client may
 * do nothing now (unauthorized_client).
 */
export const AUTHENTICATED_CLIENT = authenticatedClient("");

/** The same for the `:companyId` or `:organizationId` in the path, which must be active too. */
export const AUTHENTICATED_CLIENT_OF_SUBJECT = authenticatedClient(
  `AND ${SUBJECT_IS_ACTIVE(":companyId::bigint", ":organizationId")}`,
);

/**
 * Stores an access token and the event of its issue. `source` is a CTE with a row for each token: the
 * columns of access_tokens by their names, token_epoch and token_kind. Needs `:tokenHash` and `:requestId`.
 */
export const INSERT_ACCESS_TOKEN = (token: {
  source: string;
  /** The expression for its lifetime in seconds. */
  lifetime?: string;
  /** What the token ends with, besides its grant and client: columns of `source` and access_tokens. */
  endsWith: string;
  event?: "token" | "refresh";
}) => `
access AS (
  INSERT INTO access_tokens (token_hash, kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, client_epoch, ${token.endsWith}, scopes, expires_at)
  SELECT :tokenHash, token_kind::access_token_kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, token_epoch, ${token.endsWith}, scopes,
    now() + make_interval(secs => ${token.lifetime ?? "access_token_lifetime"})
  FROM ${token.source}
),
event AS (
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason, request_id)
  SELECT '${token.event ?? "token"}', 'issued', client_id, company_id, organization_id, token_kind, :requestId
  FROM ${token.source}
)`;

/** Stores a refresh token, `:newRefreshTokenHash`, for each row of the CTE `source`. */
export const INSERT_REFRESH_TOKEN = (token: { source: string; family: string; scopes: string }) => `
  INSERT INTO refresh_tokens (token_hash, family_id, client_id, company_id, organization_id, grant_id,
    grant_epoch, code_hash, scopes, expires_at)
  SELECT :newRefreshTokenHash, ${token.family}, client_id, company_id, organization_id, grant_id, grant_epoch,
    code_hash, ${token.scopes}, now() + make_interval(secs => refresh_token_lifetime)
  FROM ${token.source}`;

const SCOPES_WITHIN = (granted: string) => `(:scopes::text[] IS NULL OR :scopes <@ ${granted})`;

// Scopes that the company took back or the client lost are left out. If none remain, nothing is issued.
export const STILL_ALLOWED = (issued: string) => `
  array(SELECT s FROM unnest(coalesce(:scopes, ${issued})) AS s WHERE s = ANY (g.scopes) AND s = ANY (client.scopes))`;
const SOME_STILL_ALLOWED = (issued: string) => `cardinality(${STILL_ALLOWED(issued)}) > 0`;

/** Seconds for which a superseded refresh token still works, in case a response got lost. */
export const ROTATION_GRACE_SECONDS = 30;

/** A replaced refresh token stays invalid even if its client stops rotating. */
export const NOT_REPLACED = (row: string) => `
  (${row}.superseded_at IS NULL
    OR ${row}.superseded_at > now() - interval '${ROTATION_GRACE_SECONDS} seconds')`;

/**
 * Whether a code or refresh token `row` is for the `:companyId` or `:organizationId` in the path, its
 * grant `g` is live and some of its scopes (`:scopes` or all) may be issued.
 */
const GRANT_ALLOWS = (row: string) => `
    ${row}.company_id IS NOT DISTINCT FROM :companyId::bigint AND ${row}.organization_id IS NOT DISTINCT FROM :organizationId
    AND ${SCOPES_WITHIN(`${row}.scopes`)} AND ${SOME_STILL_ALLOWED(`${row}.scopes`)}
    AND g.id = ${row}.grant_id AND g.epoch = ${row}.grant_epoch AND g.revoked_at IS NULL`;

/**
 * Whether a refresh token `r` can be used. A code that is sent along (`:codeHash`) must be of the same grant; next to
 * an imported token it is ignored.
 */
export const REFRESH_TOKEN_IS_USABLE = `
    r.revoked_at IS NULL AND r.expires_at > now() AND ${NOT_REPLACED("r")}
    AND ${GRANT_ALLOWS("r")}
    AND (:codeHash::bytea IS NULL OR r.code_hash IS NULL OR EXISTS (
      SELECT 1 FROM authorization_codes a WHERE a.code_hash = :codeHash AND a.grant_id = r.grant_id))`;

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
  WHERE a.code_hash = :codeHash AND a.client_id = client.client_id
    AND a.${kind}_used_at IS NULL AND a.revoked_at IS NULL AND ${CODE_IS_FRESH}
    AND a.code_challenge IS NOT DISTINCT FROM :codeChallenge AND (:redirectUri::text IS NULL OR a.redirect_uri = :redirectUri)
    AND 'authorization_code' = ANY (client.grant_types) ${OPENS[kind]} AND ${SELLER_BELONGS("a")}
    AND ${GRANT_ALLOWS("a")}
  RETURNING a.client_id, a.company_id, a.organization_id, a.grant_id, a.grant_epoch, a.code_hash,
    a.user_id, a.session_id, ${STILL_ALLOWED("a.scopes")} AS scopes, client.access_token_lifetime,
    client.refresh_token_lifetime, client.token_epoch, '${kind}' AS token_kind
)`;

/**
 * Redeems a code for an online token: takes PresentedCode and `:lifetime` in seconds. A row without scopes:
 * the client is authenticated but the code cannot be used (invalid_grant).
 */
export const REDEEM_FOR_ONLINE_TOKEN = `
WITH ${AUTHENTICATED_CLIENT_OF_SUBJECT}, ${redeem("online")}, ${INSERT_ACCESS_TOKEN({
  source: "code",
  lifetime: ":lifetime",
  endsWith: "user_id, session_id, code_hash",
})}
SELECT code.scopes, :lifetime::int AS "expiresIn", coalesce(u.external_id, u.id) AS "subject", u.email, u.first_name AS "firstName",
  u.last_name AS "lastName"
FROM client LEFT JOIN code ON true LEFT JOIN users u ON u.id = code.user_id`;

/** Redeems a code for an offline token and the refresh token `:newRefreshTokenHash` of a new `:familyId`. */
export const REDEEM_FOR_OFFLINE_TOKEN = `
WITH ${AUTHENTICATED_CLIENT_OF_SUBJECT}, ${redeem("offline")},
refresh AS (${INSERT_REFRESH_TOKEN({ source: "code", family: ":familyId", scopes: "scopes" })}
), ${INSERT_ACCESS_TOKEN({ source: "code", endsWith: "code_hash" })}
SELECT code.scopes, code.access_token_lifetime AS "expiresIn" FROM client LEFT JOIN code ON true`;

/**
 * Refreshes an offline token: `:refreshTokenHash`, `:codeHash` of a code sent along or null. Also extends
 * the refresh token's own lifetime.
 */
export const REFRESH = `
WITH ${AUTHENTICATED_CLIENT_OF_SUBJECT},
refresh AS (
  UPDATE refresh_tokens r
  SET last_used_at = now(), expires_at = now() + make_interval(secs => client.refresh_token_lifetime)
  FROM client, grants g
  WHERE r.token_hash = :refreshTokenHash AND r.client_id = client.client_id AND client.refresh_rotation = 'none'
    AND ${REFRESH_TOKEN_IS_USABLE}
  RETURNING r.client_id, r.company_id, r.organization_id, r.grant_id, r.grant_epoch, r.code_hash,
    ${STILL_ALLOWED("r.scopes")} AS scopes,
    client.access_token_lifetime, client.token_epoch, 'offline' AS token_kind
), ${INSERT_ACCESS_TOKEN({ source: "refresh", endsWith: "code_hash", event: "refresh" })}
SELECT refresh.scopes, refresh.access_token_lifetime AS "expiresIn",
  client.refresh_rotation = 'confirm_on_use' AS rotates
FROM client LEFT JOIN refresh ON true`;

// A client's own token, from the CTE `allowed`: the client, what it may have and the grant, if the
// token needs one.
const issueOwnToken = (condition: string) => `
issued AS (
  SELECT client_id, company_id, organization_id, grant_id, grant_epoch, token_epoch, secret_id,
    access_token_lifetime, coalesce(:scopes, own_scopes) AS scopes, 'client_credentials' AS token_kind
  FROM allowed
  WHERE ${condition} AND 'client_credentials' = ANY (grant_types)
    AND (:scopes::text[] IS NULL OR :scopes <@ own_scopes) AND cardinality(own_scopes) > 0
), ${INSERT_ACCESS_TOKEN({ source: "issued", endsWith: "secret_id" })}
SELECT issued.scopes, allowed.access_token_lifetime AS "expiresIn", allowed.grant_types AS "grantTypes",
  allowed.own_scopes AS "ownScopes", allowed.scopes AS "clientScopes"`;

/** Issues a client's own token for its organization. */
export const ISSUE_ORGANIZATION_TOKEN = `
WITH ${AUTHENTICATED_CLIENT_OF_SUBJECT},
allowed AS (
  SELECT client.*, :companyId::bigint AS company_id, NULL AS grant_id, NULL::int AS grant_epoch, array(
    SELECT scope FROM unnest(client.scopes) AS scope WHERE scope LIKE 'organization/%') AS own_scopes
  FROM client
), ${issueOwnToken("organization_id = :organizationId")},
  allowed.organization_id AS "ownOrganizationId", NULL AS "grantedScopes"
FROM allowed LEFT JOIN issued ON true`;

/** Issues a client's own token for a company that granted it. */
export const ISSUE_COMPANY_TOKEN = `
WITH ${AUTHENTICATED_CLIENT_OF_SUBJECT},
allowed AS (
  SELECT client.client_id, client.grant_types, client.scopes, client.token_epoch, client.secret_id,
    client.access_token_lifetime, :organizationId AS organization_id, g.company_id, g.id AS grant_id,
    g.epoch AS grant_epoch, g.scopes AS granted_scopes,
    array(SELECT s FROM unnest(g.scopes) AS s WHERE s = ANY (client.scopes)) AS own_scopes
  FROM client LEFT JOIN grants g ON g.client_id = client.client_id AND g.company_id = :companyId::bigint
    AND g.revoked_at IS NULL
), ${issueOwnToken("grant_id IS NOT NULL")},
  allowed.grant_id AS "grantId", allowed.granted_scopes AS "grantedScopes"
FROM allowed LEFT JOIN issued ON true`;
