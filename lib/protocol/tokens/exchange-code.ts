import { hash } from "node:crypto";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import {
  dayOfToken,
  isTokenOfKind,
  newToken,
  type TokenKey,
  tokenKey,
} from "@/lib/core/crypto/tokens";
import { batch, type RequestValues } from "@/lib/core/db/batch";
import { afterAuthentication } from "@/lib/protocol/tokens/client-endpoint";
import { invalidGrant, notOfKind } from "@/lib/protocol/tokens/invalid-grant";
import type { TokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import { rejectCode } from "@/lib/protocol/tokens/reject-code";
import type { IssuedTokens } from "@/lib/protocol/tokens/serialize-token-response";
import {
  AUTHENTICATED_CLIENT_OF_SUBJECT,
  GRANT_ALLOWS,
  INSERT_ACCESS_TOKEN,
  INSERT_REFRESH_TOKEN,
  ISSUED,
  type IssuedRow,
  SHARED,
  type SharedValues,
  STILL_ALLOWED,
  sharedValues,
  TOKEN_KEY,
  type TokenContext,
} from "@/lib/protocol/tokens/statements";
import { FAMILY_ENDED, SELLER_BELONGS, SESSION_NOT_ENDED } from "@/lib/protocol/tokens/token-state";
import { ONLINE_TOKEN_SECONDS } from "@/lib/protocol/tokens/values";

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
    throw invalidGrant(notOfKind("code", code, "an authorization code"), { check: "code_form" });
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

/** A code as the client sent it. Only hashes and days reach the database. */
export type PresentedCode = {
  codeHash: Buffer;
  codeDay: number;
  scopes: string[] | null;
  codeChallenge: string | null;
  redirectUri: string | null;
};

/** The seller that an online token acts for. */
export type SellerColumns = {
  /** The platform's id of the person if they have one, otherwise ours. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
};

const CODE = {
  codeHash: "bytea",
  codeDay: "int4",
  scopes: "text[]",
  codeChallenge: "text",
  redirectUri: "text",
} satisfies RequestValues<PresentedCode>;

// Requests for the same code take turns.
const codeOf = ({ codeHash }: PresentedCode) => codeHash.toString("latin1");
const dayOfCode = ({ codeDay }: PresentedCode) => codeDay;

// A code that was used for one kind of token can be used for the other within ten minutes.
const CODE_IS_FRESH = `
  CASE WHEN a.online_used_at IS NULL AND a.offline_used_at IS NULL
    THEN a.expires_at ELSE a.second_use_expires_at END > now()`;

// An online token needs a code from a sign-in that has not ended.
const OPENS: Readonly<Record<"online" | "offline", string>> = {
  online: `AND NOT a.offline_only AND ${SESSION_NOT_ENDED("a")}`,
  offline: "",
};

const ISSUED_FOR: Readonly<Record<"online" | "offline", string>> = {
  online: "q.token_hash, q.token_day, q.request_id, q.lifetime",
  offline: "q.token_hash, q.token_day, q.request_id, q.new_refresh_token_hash, q.family_id",
};

const redeem = (kind: "online" | "offline") => `
code AS (
  UPDATE authorization_codes a SET ${kind}_used_at = now()
  FROM client JOIN request q USING (n), grants g
  WHERE a.day = :day AND a.code_hash = q.code_hash AND a.client_id = client.client_id
    AND a.${kind}_used_at IS NULL AND a.revoked_at IS NULL AND NOT ${FAMILY_ENDED("a.code_hash")} AND ${CODE_IS_FRESH}
    AND a.code_challenge IS NOT DISTINCT FROM q.code_challenge AND (q.redirect_uri IS NULL OR a.redirect_uri = q.redirect_uri)
    AND 'authorization_code' = ANY (client.grant_types) ${OPENS[kind]} AND ${SELLER_BELONGS("a")}
    AND ${GRANT_ALLOWS("a")}
  RETURNING n, a.client_id, a.company_id, a.organization_id, a.grant_id, a.grant_epoch, a.code_hash,
    a.code_hash AS family_hash, a.user_id, a.session_id, ${STILL_ALLOWED("a.scopes")} AS scopes, client.access_token_lifetime,
    client.refresh_token_lifetime, client.token_epoch, '${kind}' AS token_kind, ${ISSUED_FOR[kind]}
)`;

const redeemOnline = batch<
  SharedValues & PresentedCode & TokenKey & { lifetime: number },
  IssuedRow & SellerColumns
>(
  "redeem-online",
  {
    ...ISSUED,
    subject: "text",
    email: "text",
    isEmailVerified: "bool",
    firstName: "text",
    lastName: "text",
  },
  { ...SHARED, ...CODE, ...TOKEN_KEY, lifetime: "int4" },
  `
${AUTHENTICATED_CLIENT_OF_SUBJECT}, ${redeem("online")}, ${INSERT_ACCESS_TOKEN({
    source: "code",
    lifetime: "lifetime",
    endsWith: "user_id, session_id, family_hash",
  })}
SELECT n, code.scopes, code.lifetime AS "expiresIn", coalesce(u.external_id, u.id) AS "subject", u.email,
  u.email_verified_at IS NOT NULL AS "isEmailVerified", u.first_name AS "firstName", u.last_name AS "lastName"
FROM client LEFT JOIN code USING (n) LEFT JOIN users u ON u.id = code.user_id`,
  { keyOf: codeOf, dayOf: dayOfCode },
);

/** Redeems a code for an online token; null when the client is not authenticated. */
export async function redeemForOnlineToken(
  context: TokenContext,
  code: PresentedCode,
  token: TokenKey,
  lifetimeSeconds: number,
): Promise<(IssuedRow & SellerColumns) | null> {
  const values = { ...sharedValues(context), ...code, ...token, lifetime: lifetimeSeconds };
  return (await redeemOnline(values)) ?? null;
}

const redeemOffline = batch<
  SharedValues & PresentedCode & TokenKey & { newRefreshTokenHash: Buffer; familyId: string },
  IssuedRow
>(
  "redeem-offline",
  ISSUED,
  { ...SHARED, ...CODE, ...TOKEN_KEY, newRefreshTokenHash: "bytea", familyId: "text" },
  `
${AUTHENTICATED_CLIENT_OF_SUBJECT}, ${redeem("offline")},
refresh AS (${INSERT_REFRESH_TOKEN({ source: "code", scopes: "scopes" })}
), ${INSERT_ACCESS_TOKEN({ source: "code", endsWith: "family_hash" })}
SELECT n, code.scopes, code.access_token_lifetime AS "expiresIn" FROM client LEFT JOIN code USING (n)`,
  { keyOf: codeOf, dayOf: dayOfCode },
);

/** Redeems a code for an offline token and a refresh token; null when the client is not authenticated. */
export async function redeemForOfflineToken(
  context: TokenContext,
  code: PresentedCode,
  token: TokenKey,
  refreshTokenHash: Buffer,
  familyId: string,
): Promise<IssuedRow | null> {
  const newToken = { ...token, newRefreshTokenHash: refreshTokenHash, familyId };
  return (await redeemOffline({ ...sharedValues(context), ...code, ...newToken })) ?? null;
}
