import { statement } from "@/lib/kernel/db/statement";
import { AUTHENTICATED_CLIENT, type SentCredentials } from "@/lib/oauth/tokens/statements";

type Values = SentCredentials & { tokenHash: Buffer | null };

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
  tokenHash: Buffer | null,
): Promise<boolean> {
  return (await revoke({ ...credentials, tokenHash })).length > 0;
}

const findCode = statement<Values, { codeHash: Buffer | null }>(
  "find-refresh-token-code",
  { codeHash: "bytea" },
  `
WITH ${AUTHENTICATED_CLIENT}
SELECT t.code_hash AS "codeHash" FROM client
LEFT JOIN refresh_tokens t ON t.token_hash = :tokenHash AND t.client_id = client.client_id`,
);

/**
 * The code that a refresh token of the client descends from: all that came of it is its family.
 * @returns `codeHash` null for a token that is not the client's; null when it is not authenticated
 */
export async function findRefreshTokenCode(
  credentials: SentCredentials,
  tokenHash: Buffer | null,
): Promise<{ codeHash: Buffer | null } | null> {
  const [row] = await findCode({ ...credentials, tokenHash });
  return row ?? null;
}
