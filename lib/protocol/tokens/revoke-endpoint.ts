import { type TokenKey, tokenKey } from "@/lib/core/crypto/tokens";
import { batch, type RequestValues } from "@/lib/core/db/batch";
import { jsonResponse } from "@/lib/core/http/responses";
import { clientEndpoint } from "@/lib/protocol/tokens/client-endpoint";
import { missingParameter, possibleKinds } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import { revokeFamily, type TokenFamily } from "@/lib/protocol/tokens/revoke-family";
import {
  AUTHENTICATED_CLIENT,
  CREDENTIALS,
  type SentCredentials,
} from "@/lib/protocol/tokens/statements";

/**
 * POST `…/oauth/revoke` (RFC 7009). Revoking a refresh token also revokes its family and their
 * access tokens (section 2.1). The response is the same for a token that is unknown or another
 * client's (section 2.2).
 */
export const revokeEndpoint = clientEndpoint(
  "revoke",
  () => null,
  async ({ credentials, parameters }) => {
    const { token } = parameters;
    if (!token) throw missingParameter("token");
    const key = tokenKey(token);
    for (const kind of possibleKinds(token)) {
      const authenticated = await revokers[kind](credentials, key);
      if (!authenticated) throw unknownClient();
    }
    return jsonResponse(200, {});
  },
);

const revokers = { access: revokeAccessToken, refresh: revokeRefreshFamily } as const;

async function revokeRefreshFamily(
  credentials: SentCredentials,
  { tokenHash }: TokenKey,
): Promise<boolean> {
  const found = await findRefreshTokenFamily(credentials, tokenHash);
  if (found?.family) await revokeFamily(found.family);
  return found !== null;
}

type Values = SentCredentials & { tokenHash: Buffer };

const VALUES = { ...CREDENTIALS, tokenHash: "bytea" } satisfies RequestValues<Values>;

const tokenOf = ({ tokenHash }: TokenKey) => tokenHash.toString("latin1");

const revoke = batch<SentCredentials & TokenKey, { clientId: string }>(
  "revoke-access",
  { clientId: "text" },
  { ...VALUES, tokenDay: "int4" },
  `
${AUTHENTICATED_CLIENT},
revoked AS (
  UPDATE access_tokens t SET revoked_at = now() FROM client JOIN request q USING (n)
  WHERE t.day = :day AND t.token_hash = q.token_hash AND t.client_id = client.client_id AND t.revoked_at IS NULL
)
SELECT n, client_id AS "clientId" FROM client`,
  { keyOf: tokenOf, dayOf: ({ tokenDay }) => tokenDay },
);

/** Revokes an access token of the client; false when the client is not authenticated. */
export async function revokeAccessToken(
  credentials: SentCredentials,
  token: TokenKey,
): Promise<boolean> {
  return (await revoke({ ...credentials, ...token })) !== undefined;
}

type NoFamily = { codeHash: null; familyId: null; grantId: null };

const findFamily = batch<Values, TokenFamily | NoFamily>(
  "find-refresh-token-family",
  { codeHash: "bytea", familyId: "text", grantId: "text" },
  VALUES,
  `
${AUTHENTICATED_CLIENT}
SELECT n, t.code_hash AS "codeHash", t.family_id AS "familyId", t.grant_id AS "grantId"
FROM client JOIN request q USING (n)
LEFT JOIN refresh_tokens t ON t.token_hash = q.token_hash AND t.client_id = client.client_id`,
);

/**
 * The family of a refresh token of the client.
 * @returns `family` null for a token that is not the client's; null when it is not authenticated
 */
export async function findRefreshTokenFamily(
  credentials: SentCredentials,
  tokenHash: Buffer,
): Promise<{ family: TokenFamily | null } | null> {
  const row = await findFamily({ ...credentials, tokenHash });
  return row ? { family: row.familyId === null ? null : row } : null;
}
