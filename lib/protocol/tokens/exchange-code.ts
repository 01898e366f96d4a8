import { hash } from "node:crypto";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { tokenKey } from "@/lib/core/crypto/token-key";
import { dayOfToken, isTokenOfKind, newToken } from "@/lib/core/crypto/tokens";
import { ServiceError } from "@/lib/core/errors";
import { afterAuthentication } from "@/lib/protocol/tokens/after-authentication";
import { notOfKind } from "@/lib/protocol/tokens/not-of-kind";
import { ONLINE_TOKEN_SECONDS } from "@/lib/protocol/tokens/online-token-seconds";
import type { TokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import { rejectCode } from "@/lib/protocol/tokens/reject-code";
import {
  type PresentedCode,
  redeemForOfflineToken,
  redeemForOnlineToken,
  type TokenContext,
} from "@/lib/protocol/tokens/repository";
import type { IssuedTokens } from "@/lib/protocol/tokens/serialize-token-response";

/**
 * Exchanges a code for a token of one kind. A code works once for each kind.
 * @throws ServiceError invalid_client, invalid_grant, invalid_scope,
 * unauthorized_client
 */
export function exchangeCode(
  context: TokenContext,
  request: TokenRequest,
  kind: "online" | "offline",
): Promise<IssuedTokens> {
  const code = request.code ?? "";
  if (!isTokenOfKind(code, "code")) {
    const message = notOfKind("code", code, "an authorization code");
    throw new ServiceError("invalid_grant", message, {
      check: "code_form",
      fix: { kind: "run_authorize_again" },
    });
  }
  const presented: PresentedCode = {
    codeHash: sha256(code),
    codeDay: dayOfToken(code),
    scopes: request.scopes,
    codeChallenge: request.code_verifier
      ? hash("sha256", request.code_verifier, "base64url")
      : null,
    redirectUri: request.redirect_uri ?? null,
  };
  return kind === "online"
    ? exchangeForOnline(context, presented)
    : exchangeForOffline(context, presented);
}

async function exchangeForOnline(
  context: TokenContext,
  code: PresentedCode,
): Promise<IssuedTokens> {
  const accessToken = newToken("online");
  const row = await redeemForOnlineToken(
    context,
    code,
    tokenKey(accessToken),
    ONLINE_TOKEN_SECONDS,
  );
  if (!row) throw unknownClient();
  if (row.scopes === null) throw afterAuthentication(await rejectCode("online", context, code));
  const { scopes, expiresIn, ...seller } = row;
  return { accessToken, expiresIn, scopes, accessMode: "online", seller };
}

async function exchangeForOffline(
  context: TokenContext,
  code: PresentedCode,
): Promise<IssuedTokens> {
  const accessToken = newToken("offline");
  const refreshToken = newToken("refresh");
  const row = await redeemForOfflineToken(
    context,
    code,
    tokenKey(accessToken),
    sha256(refreshToken),
    newId(),
  );
  if (!row) throw unknownClient();
  if (row.scopes === null) throw afterAuthentication(await rejectCode("offline", context, code));
  return {
    accessToken,
    refreshToken,
    expiresIn: row.expiresIn,
    scopes: row.scopes,
    accessMode: "offline",
  };
}
