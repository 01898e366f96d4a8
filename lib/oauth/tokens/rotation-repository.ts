import { statement } from "@/lib/kernel/db/statement";
import {
  type IssuedRow,
  type PresentedRefreshToken,
  type SharedValues,
  sharedValues,
  type TokenContext,
} from "@/lib/oauth/tokens/repository";
import {
  AUTHENTICATED_CLIENT_OF_SUBJECT,
  INSERT_ACCESS_TOKEN,
  INSERT_REFRESH_TOKEN,
  REFRESH_TOKEN_IS_USABLE,
  STILL_ALLOWED,
} from "@/lib/oauth/tokens/statements";

/**
 * Refreshes for a client that rotates (RFC 9700 section 4.14.2, by confirmation): takes what REFRESH
 * takes and `:newRefreshTokenHash`. The old token works
 * until its successor is used. The first use of a token supersedes all others of its family. The lock
 * on the code that the family descends from, or on the grant of an imported family, makes rotation and revocation take
 * turns.
 */
const rotate = statement<
  SharedValues & PresentedRefreshToken & { tokenHash: Buffer; newRefreshTokenHash: Buffer },
  IssuedRow
>(
  "rotate",
  { scopes: "text[]", expiresIn: "int4" },
  `
WITH ${AUTHENTICATED_CLIENT_OF_SUBJECT},
presented AS (
  SELECT r.token_hash, r.code_hash, r.grant_id, r.family_id, r.last_used_at IS NULL AS is_first_use
  FROM client JOIN refresh_tokens r ON r.client_id = client.client_id
  WHERE r.token_hash = :refreshTokenHash AND client.refresh_rotation = 'confirm_on_use'
),
family AS (
  SELECT a.code_hash FROM authorization_codes a JOIN presented ON presented.code_hash = a.code_hash
  WHERE a.revoked_at IS NULL
  FOR UPDATE OF a
),
imported_family AS (
  SELECT g.id FROM grants g JOIN presented ON presented.grant_id = g.id
  WHERE presented.code_hash IS NULL AND g.revoked_at IS NULL
  FOR NO KEY UPDATE OF g
),
refresh AS (
  UPDATE refresh_tokens r SET last_used_at = now()
  FROM client, grants g, presented
  WHERE r.token_hash = presented.token_hash AND (EXISTS (SELECT 1 FROM family) OR EXISTS (SELECT 1 FROM imported_family))
    AND ${REFRESH_TOKEN_IS_USABLE}
  RETURNING r.token_hash, r.family_id, r.client_id, r.company_id, r.organization_id, r.grant_id,
    r.grant_epoch, r.code_hash, r.scopes AS family_scopes, ${STILL_ALLOWED("r.scopes")} AS scopes,
    client.access_token_lifetime, client.refresh_token_lifetime, client.token_epoch, presented.is_first_use,
    'offline' AS token_kind
),
superseded AS (
  UPDATE refresh_tokens o SET superseded_at = now() FROM refresh
  WHERE refresh.is_first_use AND o.family_id = refresh.family_id
    AND o.token_hash <> refresh.token_hash AND o.superseded_at IS NULL
),
successor AS (${INSERT_REFRESH_TOKEN({
    source: "refresh",
    family: "family_id",
    scopes: "family_scopes",
  })}
), ${INSERT_ACCESS_TOKEN({ source: "refresh", endsWith: "code_hash", event: "refresh" })}
SELECT refresh.scopes, refresh.access_token_lifetime AS "expiresIn"
FROM client LEFT JOIN refresh ON true`,
);

/** Issues a new offline token and a successor of the refresh token; null when the client is not authenticated. */
export async function rotateRefreshToken(
  context: TokenContext,
  presented: PresentedRefreshToken,
  tokenHash: Buffer,
  successorHash: Buffer,
): Promise<IssuedRow | null> {
  const hashes = { tokenHash, newRefreshTokenHash: successorHash };
  const [row] = await rotate({ ...sharedValues(context), ...presented, ...hashes });
  return row ?? null;
}
