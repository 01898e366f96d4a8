import { type TokenKey, tokenKey } from "@/lib/core/crypto/token-key";
import { jsonResponse } from "@/lib/core/http/responses";
import { clientEndpoint } from "@/lib/protocol/tokens/client-endpoint";
import { missingParameter } from "@/lib/protocol/tokens/missing-parameter";
import { possibleKinds } from "@/lib/protocol/tokens/possible-kinds";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import {
  findRefreshTokenFamily,
  revokeAccessToken,
} from "@/lib/protocol/tokens/revocation-repository";
import { revokeFamily } from "@/lib/protocol/tokens/revoke-family";
import type { SentCredentials } from "@/lib/protocol/tokens/statements";

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
