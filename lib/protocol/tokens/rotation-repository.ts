import type { TokenKey } from "@/lib/core/crypto/token-key";
import { batch } from "@/lib/core/db/batch";
import {
  ISSUED,
  type IssuedRow,
  type PresentedRefreshToken,
  REFRESH_TOKEN,
  refreshTokenOf,
  SHARED,
  type SharedValues,
  sharedValues,
  TOKEN_KEY,
  type TokenContext,
} from "@/lib/protocol/tokens/repository";
import {
  AUTHENTICATED_CLIENT_OF_SUBJECT,
  INSERT_ACCESS_TOKEN,
  INSERT_REFRESH_TOKEN,
  REFRESH_TOKEN_IS_USABLE,
  STILL_ALLOWED,
} from "@/lib/protocol/tokens/statements";
import { FAMILY_OF_REFRESH_TOKEN } from "@/lib/protocol/tokens/token-state";

/** `mustWait`: another token of the same family is in the same statement, and this one is to be sent again. */
type RotatedRow = IssuedRow & { mustWait: boolean };

/**
 * Refreshes for clients that rotate (RFC 9700 section 4.14.2, by confirmation): takes what REFRESH takes and
 * `newRefreshTokenHash`. The old token works until its successor is used. The first use of a token supersedes all
 * others of its family. One statement serves one token of each family.
 */
const rotate = batch<
  SharedValues & PresentedRefreshToken & TokenKey & { newRefreshTokenHash: Buffer },
  RotatedRow
>(
  "rotate",
  { ...ISSUED, mustWait: "bool" },
  { ...SHARED, ...REFRESH_TOKEN, ...TOKEN_KEY, newRefreshTokenHash: "bytea" },
  `
${AUTHENTICATED_CLIENT_OF_SUBJECT},
presented AS (
  SELECT n, r.token_hash AS old_token_hash, r.family_id, r.client_id, r.company_id, r.organization_id, r.grant_id,
    r.grant_epoch, r.code_hash, ${FAMILY_OF_REFRESH_TOKEN("r")} AS family_hash, r.scopes AS family_scopes,
    ${STILL_ALLOWED("r.scopes")} AS scopes, client.access_token_lifetime, client.refresh_token_lifetime, client.token_epoch,
    'offline' AS token_kind, q.token_hash, q.token_day, q.request_id, q.new_refresh_token_hash,
    r.last_used_at IS NULL AS is_first_use, row_number() OVER (PARTITION BY r.family_id ORDER BY n) > 1 AS must_wait
  FROM client JOIN request q USING (n) JOIN refresh_tokens r ON r.client_id = client.client_id, grants g
  WHERE r.token_hash = q.refresh_token_hash AND client.refresh_rotation = 'confirm_on_use' AND ${REFRESH_TOKEN_IS_USABLE}
),
-- Locked in one order, so that two first uses in a family do not deadlock.
touched AS MATERIALIZED (
  SELECT n, r.token_hash AS touched_hash, r.token_hash = old_token_hash AS is_presented
  FROM presented JOIN refresh_tokens r USING (grant_id, family_id)
  WHERE NOT must_wait AND (r.token_hash = old_token_hash OR is_first_use AND r.superseded_at IS NULL)
  ORDER BY r.token_hash FOR NO KEY UPDATE OF r
),
used AS (
  UPDATE refresh_tokens r SET last_used_at = CASE WHEN is_presented THEN now() ELSE r.last_used_at END,
    superseded_at = CASE WHEN is_presented THEN r.superseded_at ELSE now() END
  FROM touched WHERE r.token_hash = touched_hash
  RETURNING n, is_presented
),
refresh AS (
  SELECT presented.* FROM used JOIN presented USING (n) WHERE is_presented
),
successor AS (${INSERT_REFRESH_TOKEN({ source: "refresh", scopes: "family_scopes" })}
), ${INSERT_ACCESS_TOKEN({ source: "refresh", endsWith: "family_hash", event: "refresh" })}
SELECT n, refresh.scopes, refresh.access_token_lifetime AS "expiresIn", coalesce(presented.must_wait, false) AS "mustWait"
FROM client LEFT JOIN presented USING (n) LEFT JOIN refresh USING (n)`,
  { keyOf: refreshTokenOf },
);

/** Issues a new offline token and a successor of the refresh token; null when the client is not authenticated. */
export async function rotateRefreshToken(
  context: TokenContext,
  presented: PresentedRefreshToken,
  token: TokenKey,
  successorHash: Buffer,
): Promise<IssuedRow | null> {
  const hashes = { ...token, newRefreshTokenHash: successorHash };
  const values = { ...sharedValues(context), ...presented, ...hashes };
  let row = await rotate(values);
  while (row?.mustWait) row = await rotate(values);
  return row ?? null;
}
