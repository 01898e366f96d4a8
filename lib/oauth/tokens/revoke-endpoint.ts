import { sha256 } from "@/lib/kernel/crypto/hash";
import { isTokenOfKind, isWellFormedToken } from "@/lib/kernel/crypto/tokens";
import { jsonResponse } from "@/lib/kernel/http/responses";
import { clientEndpoint } from "@/lib/oauth/tokens/client-endpoint";
import { missingParameter } from "@/lib/oauth/tokens/missing-parameter";
import { unknownClient } from "@/lib/oauth/tokens/read-client-credentials";
import { findRefreshTokenCode, revokeAccessToken } from "@/lib/oauth/tokens/revocation-repository";
import { revokeCodeAndItsTokens } from "@/lib/oauth/tokens/revoke-code-and-its-tokens";
import type { SentCredentials } from "@/lib/oauth/tokens/statements";

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
    const hash = isWellFormedToken(token) ? sha256(token) : null;
    const authenticated = isTokenOfKind(token, "refresh")
      ? await revokeRefreshFamily(credentials, hash)
      : await revokeAccessToken(credentials, hash);
    if (!authenticated) throw unknownClient();
    return jsonResponse(200, {});
  },
);

async function revokeRefreshFamily(
  credentials: SentCredentials,
  tokenHash: Buffer | null,
): Promise<boolean> {
  const found = await findRefreshTokenCode(credentials, tokenHash);
  if (found?.codeHash) await revokeCodeAndItsTokens(found.codeHash);
  return found !== null;
}
