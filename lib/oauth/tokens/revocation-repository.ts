import { statement } from "@/lib/kernel/db/statement";
import type { TokenFamily } from "@/lib/oauth/tokens/revoke-family";
import { AUTHENTICATED_CLIENT, type SentCredentials } from "@/lib/oauth/tokens/statements";

type Values = SentCredentials & { tokenHash: Buffer };

const revoke = statement<Values>(
  "revoke-access",
  {},
  `
WITH ${AUTHENTICATED_CLIENT},
revoked AS (
  UPDATE access_tokens t SET revoked_at = now() FROM client
  WHERE t.token_hash = :tokenHash AND t.client_id = client.client_id AND t.revoked_at IS NULL
)
SELECT client_id FROM client`,
);

/** Revokes an access token of the client; false when the client is not authenticated. */
export async function revokeAccessToken(
  credentials: SentCredentials,
  tokenHash: Buffer,
): Promise<boolean> {
  return (await revoke({ ...credentials, tokenHash })).length > 0;
}

type NoFamily = { codeHash: null; familyId: null; grantId: null };

const findFamily = statement<Values, TokenFamily | NoFamily>(
  "find-refresh-token-family",
  { codeHash: "bytea", familyId: "text", grantId: "text" },
  `
WITH ${AUTHENTICATED_CLIENT}
SELECT t.code_hash AS "codeHash", t.family_id AS "familyId", t.grant_id AS "grantId" FROM client
LEFT JOIN refresh_tokens t ON t.token_hash = :tokenHash AND t.client_id = client.client_id`,
);

/**
 * The family of a refresh token of the client.
 * @returns `family` null for a token that is not the client's; null when it is not authenticated
 */
export async function findRefreshTokenFamily(
  credentials: SentCredentials,
  tokenHash: Buffer,
): Promise<{ family: TokenFamily | null } | null> {
  const [row] = await findFamily({ ...credentials, tokenHash });
  return row ? { family: row.familyId === null ? null : row } : null;
}
