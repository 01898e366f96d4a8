import { tokenKey } from "@/lib/core/crypto/tokens";
import { batch } from "@/lib/core/db/batch";
import { jsonResponse } from "@/lib/core/http/responses";
import { clientEndpoint } from "@/lib/protocol/tokens/client-endpoint";
import { missingParameter, possibleKinds } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import { revokeFamily } from "@/lib/protocol/tokens/revoke-family";
import { AUTHENTICATED_CLIENT, CREDENTIALS } from "@/lib/protocol/tokens/statements";
import { TOKEN_KEY } from "@/lib/protocol/tokens/token-state";

/**
 * POST `…/oauth/revoke` (RFC 7009). Revoking a refresh token also revokes its family and their access tokens (section
 * 2.1). The response is the same for a token that is unknown or another client's (section 2.2).
 */
export const revokeEndpoint = clientEndpoint(
  "revoke",
  () => null,
  async ({ credentials, parameters }) => {
    const { token } = parameters;
    if (!token) throw missingParameter("token");
    for (const kind of possibleKinds(token)) {
      const find = kind === "access" ? revokeAccessToken : findRefreshTokenFamily;
      const row = await find({ ...credentials, ...tokenKey(token) });
      if (!row) throw unknownClient();
      if (!("familyId" in row)) continue;
      const { codeHash, familyId, grantId } = row;
      if (familyId && grantId) await revokeFamily({ codeHash, familyId, grantId });
    }
    return jsonResponse(200, {});
  },
);

/** Revokes an access token of the client; no row when the client is not authenticated. */
export const revokeAccessToken = batch(
  "revoke-access",
  { clientId: "text" },
  { ...CREDENTIALS, ...TOKEN_KEY },
  `
${AUTHENTICATED_CLIENT},
revoked AS (
  UPDATE access_tokens t SET revoked_at = now() FROM client JOIN request q USING (n)
  WHERE t.day = :day AND t.token_hash = q.token_hash AND t.client_id = client.client_id AND t.revoked_at IS NULL
)
SELECT n, client_id AS "clientId" FROM client`,
  {
    keyOf: ({ tokenHash }) => tokenHash.toString("latin1"),
    dayOf: ({ tokenDay }) => tokenDay,
  },
);

/** The family of a refresh token, null unless it is the client's; no row when the client is not authenticated. */
export const findRefreshTokenFamily = batch(
  "find-refresh-token-family",
  { codeHash: "bytea?", familyId: "text?", grantId: "text?" },
  { ...CREDENTIALS, tokenHash: "bytea" },
  `
${AUTHENTICATED_CLIENT}
SELECT n, t.code_hash AS "codeHash", t.family_id AS "familyId", t.grant_id AS "grantId"
FROM client JOIN request q USING (n)
LEFT JOIN refresh_tokens t ON t.token_hash = q.token_hash AND t.client_id = client.client_id`,
);
