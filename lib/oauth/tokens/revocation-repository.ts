import { hotQuery } from "@/lib/kernel/db/pool";
import {
  AUTHENTICATED_CLIENT,
  credentialValues,
  type SentCredentials,
} from "@/lib/oauth/tokens/statements";

const REVOKE_ACCESS_TOKEN = `
WITH ${AUTHENTICATED_CLIENT},
revoked AS (
  UPDATE access_tokens t SET revoked_at = now() FROM client
  WHERE t.token_hash = $4 AND t.client_id = client.client_id AND t.revoked_at IS NULL
)
SELECT client_id FROM client`;

/** Revokes an access token of the client; false when the client is not authenticated. */
export async function revokeAccessToken(
  credentials: SentCredentials,
  tokenHash: Buffer | null,
): Promise<boolean> {
  const values = [...credentialValues(credentials), tokenHash];
  const rows = await hotQuery("revoke-access", REVOKE_ACCESS_TOKEN, values);
  return rows.length > 0;
}

const FIND_REFRESH_TOKEN_CODE = `
WITH ${AUTHENTICATED_CLIENT}
SELECT t.code_hash AS "codeHash" FROM client
LEFT JOIN refresh_tokens t ON t.token_hash = $4 AND t.client_id = client.client_id`;

/**
 * The code that a refresh token of the client descends from: all that came of it is its family.
 * @returns `codeHash` null for a token that is not the client's; null when it is not authenticated
 */
export async function findRefreshTokenCode(
  credentials: SentCredentials,
  tokenHash: Buffer | null,
): Promise<{ codeHash: Buffer | null } | null> {
  const values = [...credentialValues(credentials), tokenHash];
  const [row] = await hotQuery<{ codeHash: Buffer | null }>(
    "find-refresh-token-code",
    FIND_REFRESH_TOKEN_CODE,
    values,
  );
  return row ?? null;
}
