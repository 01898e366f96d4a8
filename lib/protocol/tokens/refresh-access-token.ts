import { sha256 } from "@/lib/core/crypto/hash";
import { tokenKey } from "@/lib/core/crypto/token-key";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { afterAuthentication } from "@/lib/protocol/tokens/after-authentication";
import type { TokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import { rejectRefreshToken } from "@/lib/protocol/tokens/reject-refresh-token";
import {
  type PresentedRefreshToken,
  refreshToken,
  type TokenContext,
} from "@/lib/protocol/tokens/repository";
import { rotateRefreshToken } from "@/lib/protocol/tokens/rotation-repository";
import type { IssuedTokens } from "@/lib/protocol/tokens/serialize-token-response";

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
  const presented: PresentedRefreshToken = {
    refreshTokenHash: sha256(sentToken),
    scopes: request.scopes,
    codeHash: request.code ? sha256(request.code) : null,
    codeDay: request.code ? dayOfToken(request.code) : null,
  };
  const accessToken = newToken("offline");
  const row = await refreshToken(context, presented, tokenKey(accessToken));
  if (!row) throw unknownClient();
  if (row.rotates) return rotate(context, sentToken, presented);
  if (row.scopes === null)
    throw afterAuthentication(await rejectRefreshToken(context, sentToken, presented));
  return { ...offlineTokens(row.scopes, row.expiresIn), accessToken, refreshToken: sentToken };
}

async function rotate(
  context: TokenContext,
  sent: string,
  presented: PresentedRefreshToken,
): Promise<IssuedTokens> {
  const accessToken = newToken("offline");
  const successor = newToken("refresh");
  const row = await rotateRefreshToken(
    context,
    presented,
    tokenKey(accessToken),
    sha256(successor),
  );
  if (!row) throw unknownClient();
  if (row.scopes === null)
    throw afterAuthentication(await rejectRefreshToken(context, sent, presented));
  return { ...offlineTokens(row.scopes, row.expiresIn), accessToken, refreshToken: successor };
}

function offlineTokens(scopes: string[], expiresIn: number) {
  return { scopes, expiresIn, accessMode: "offline" } as const;
}
