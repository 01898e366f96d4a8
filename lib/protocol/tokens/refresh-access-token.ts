import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken, newToken, type TokenKey, tokenKey } from "@/lib/core/crypto/tokens";
import { batch } from "@/lib/core/db/batch";
import { afterAuthentication } from "@/lib/protocol/tokens/client-endpoint";
import { allOf, STILL_ALLOWED } from "@/lib/protocol/tokens/conditions";
import type { TokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import {
  denyRefreshToken,
  REFRESH_TOKEN,
  REFRESH_TOKEN_CONDITIONS,
  type SubmittedRefreshToken,
} from "@/lib/protocol/tokens/refresh-token-conditions";
import type { IssuedTokens } from "@/lib/protocol/tokens/serialize-token-response";
import {
  AUTHENTICATED_CLIENT_OF_SUBJECT,
  INSERT_ACCESS_TOKEN,
  INSERT_REFRESH_TOKEN,
  ISSUED,
  type IssuedRow,
  SHARED,
  sharedValues,
  type TokenContext,
} from "@/lib/protocol/tokens/statements";
import { FAMILY_OF_REFRESH_TOKEN, TOKEN_KEY } from "@/lib/protocol/tokens/token-state";

/**
 * Issues a new offline token for a refresh token (RFC 6749 section 6, platform spec 4.4). The response
 * repeats the refresh token, because SDKs forget theirs otherwise. A client that rotates gets a new
 * one, and the old one works until the new one is used.
 * @throws ServiceError invalid_client, invalid_grant, invalid_scope
 */
export async function refreshAccessToken(
  context: TokenContext,
  request: TokenRequest,
): Promise<IssuedTokens> {
  // An imported token keeps its form, so its form is not checked before the lookup.
  const sentToken = request.refresh_token ?? "";
  const submitted: SubmittedRefreshToken = {
    refreshTokenHash: sha256(sentToken),
    scopes: request.scopes,
    codeHash: request.code ? sha256(request.code) : null,
    codeDay: request.code ? dayOfToken(request.code) : null,
  };
  const accessToken = newToken("offline");
  const key = tokenKey(accessToken);
  const row = await refresh({ ...sharedValues(context), ...submitted, ...key });
  const refreshToken = row?.rotates ? newToken("refresh") : sentToken;
  const issued = row?.rotates
    ? await rotateRefreshToken(context, submitted, key, sha256(refreshToken))
    : row;
  if (!issued) throw unknownClient();
  const { scopes, expiresIn } = issued;
  if (scopes === null)
    throw afterAuthentication(await denyRefreshToken(context, sentToken, submitted));
  return { accessToken, refreshToken, scopes, expiresIn, accessMode: "offline" };
}

/** Requests for the same refresh token take turns. */
const refreshTokenOf = ({ refreshTokenHash }: SubmittedRefreshToken) =>
  refreshTokenHash.toString("latin1");

/**
 * Issues a new offline token for a refresh token, and extends the lifetime of that; no row if the client is not
 * authenticated. For a client that rotates, nothing is issued and `rotates` is true.
 */
export const refresh = batch(
  "refresh",
  { ...ISSUED, rotates: "bool" },
  { ...SHARED, ...REFRESH_TOKEN, ...TOKEN_KEY },
  `
${AUTHENTICATED_CLIENT_OF_SUBJECT},
refresh AS (
  UPDATE refresh_tokens r
  SET last_used_at = now(), expires_at = now() + make_interval(secs => client.refresh_token_lifetime)
  FROM client JOIN request q USING (n), grants g
  WHERE r.token_hash = q.refresh_token_hash AND r.client_id = client.client_id AND client.refresh_rotation = 'none'
    AND g.id = r.grant_id AND ${allOf(REFRESH_TOKEN_CONDITIONS)}
  RETURNING n, r.client_id, r.company_id, r.organization_id, r.grant_id, r.grant_epoch,
    ${FAMILY_OF_REFRESH_TOKEN("r")} AS family_hash, ${STILL_ALLOWED("r.scopes")} AS scopes,
    client.access_token_lifetime, client.token_epoch,
    'offline' AS token_kind, q.token_hash, q.token_day, q.request_id
), ${INSERT_ACCESS_TOKEN({ source: "refresh", dependsOn: "family_hash", event: "refresh" })}
SELECT n, refresh.scopes, refresh.access_token_lifetime AS "expiresIn",
  client.refresh_rotation = 'confirm_on_use' AS rotates
FROM client LEFT JOIN refresh USING (n)`,
  { keyOf: refreshTokenOf },
);

/**
 * Refreshes for clients that rotate (RFC 9700 section 4.14.2, by confirmation). The old token works until its successor
 * is used. The first use of a token supersedes all others of its family. One statement serves one token of each family:
 * with `mustWait`, this one is to be sent again.
 */
const rotate = batch(
  "rotate",
  { ...ISSUED, mustWait: "bool" },
  { ...SHARED, ...REFRESH_TOKEN, ...TOKEN_KEY, newRefreshTokenHash: "bytea" },
  `
${AUTHENTICATED_CLIENT_OF_SUBJECT},
submitted AS (
  SELECT n, r.token_hash AS old_token_hash, r.family_id, r.client_id, r.company_id, r.organization_id, r.grant_id,
    r.grant_epoch, r.code_hash, ${FAMILY_OF_REFRESH_TOKEN("r")} AS family_hash, r.scopes AS family_scopes,
    ${STILL_ALLOWED("r.scopes")} AS scopes, client.access_token_lifetime, client.refresh_token_lifetime, client.token_epoch,
    'offline' AS token_kind, q.token_hash, q.token_day, q.request_id, q.new_refresh_token_hash,
    r.last_used_at IS NULL AS is_first_use, row_number() OVER (PARTITION BY r.family_id ORDER BY n) > 1 AS must_wait
  FROM client JOIN request q USING (n) JOIN refresh_tokens r ON r.client_id = client.client_id, grants g
  WHERE r.token_hash = q.refresh_token_hash AND client.refresh_rotation = 'confirm_on_use'
    AND g.id = r.grant_id AND ${allOf(REFRESH_TOKEN_CONDITIONS)}
),
-- Locked in one order, so that two first uses in a family do not deadlock.
touched AS MATERIALIZED (
  SELECT n, r.token_hash AS touched_hash, r.token_hash = old_token_hash AS is_submitted
  FROM submitted JOIN refresh_tokens r USING (grant_id, family_id)
  WHERE NOT must_wait AND (r.token_hash = old_token_hash OR is_first_use AND r.superseded_at IS NULL)
  ORDER BY r.token_hash FOR NO KEY UPDATE OF r
),
used AS (
  UPDATE refresh_tokens r SET last_used_at = CASE WHEN is_submitted THEN now() ELSE r.last_used_at END,
    superseded_at = CASE WHEN is_submitted THEN r.superseded_at ELSE now() END
  FROM touched WHERE r.token_hash = touched_hash
  RETURNING n, is_submitted
),
refresh AS (
  SELECT submitted.* FROM used JOIN submitted USING (n) WHERE is_submitted
),
successor AS (${INSERT_REFRESH_TOKEN({ source: "refresh", scopes: "family_scopes" })}
), ${INSERT_ACCESS_TOKEN({ source: "refresh", dependsOn: "family_hash", event: "refresh" })}
SELECT n, refresh.scopes, refresh.access_token_lifetime AS "expiresIn", coalesce(submitted.must_wait, false) AS "mustWait"
FROM client LEFT JOIN submitted USING (n) LEFT JOIN refresh USING (n)`,
  { keyOf: refreshTokenOf },
);

/** Issues a new offline token and a successor of the refresh token; null when the client is not authenticated. */
export async function rotateRefreshToken(
  context: TokenContext,
  submitted: SubmittedRefreshToken,
  token: TokenKey,
  successorHash: Buffer,
): Promise<IssuedRow | null> {
  const hashes = { ...token, newRefreshTokenHash: successorHash };
  const values = { ...sharedValues(context), ...submitted, ...hashes };
  let row = await rotate(values);
  while (row?.mustWait) row = await rotate(values);
  return row ?? null;
}
