import { hash } from "node:crypto";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, isTokenOfKind, newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { batch } from "@/lib/core/db/batch";
import type { RowOf } from "@/lib/core/db/sql";
import { afterAuthentication } from "@/lib/protocol/tokens/client-endpoint";
import {
  CODE,
  type CodeFor,
  codeConditions,
  denyCode,
  type SubmittedCode,
} from "@/lib/protocol/tokens/code-conditions";
import { allOf, invalidGrant, notOfKind, STILL_ALLOWED } from "@/lib/protocol/tokens/conditions";
import type { TokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import type { IssuedTokens } from "@/lib/protocol/tokens/serialize-token-response";
import {
  AUTHENTICATED_CLIENT_OF_SUBJECT,
  INSERT_ACCESS_TOKEN,
  INSERT_REFRESH_TOKEN,
  ISSUED,
  SHARED,
  sharedValues,
  type TokenContext,
} from "@/lib/protocol/tokens/statements";
import { TOKEN_KEY } from "@/lib/protocol/tokens/token-state";
import { ONLINE_TOKEN_SECONDS } from "@/lib/protocol/tokens/values";

/**
 * Exchanges a code for a token of one kind. A code works once for each kind.
 * @throws ServiceError invalid_client, invalid_grant, invalid_scope, unauthorized_client
 */
export async function exchangeCode(
  context: TokenContext,
  request: TokenRequest,
  kind: CodeFor,
): Promise<IssuedTokens> {
  const code = request.code ?? "";
  if (!isTokenOfKind(code, "code")) {
    throw invalidGrant(notOfKind("code", code, "an authorization code"), { check: "code_form" });
  }
  const submitted: SubmittedCode = {
    codeHash: sha256(code),
    codeDay: dayOfToken(code),
    scopes: request.scopes,
    codeChallenge: request.code_verifier
      ? hash("sha256", request.code_verifier, "base64url")
      : null,
    redirectUri: request.redirect_uri ?? null,
  };
  const accessToken = newToken(kind);
  const refreshToken = kind === "offline" ? newToken("refresh") : null;
  const values = { ...sharedValues(context), ...submitted, ...tokenKey(accessToken) };
  const online = kind === "online" ? await redeemOnline(values) : undefined;
  const row =
    refreshToken === null
      ? online
      : await redeemOffline({
          ...values,
          newRefreshTokenHash: sha256(refreshToken),
          familyId: newId(),
        });
  if (!row) throw unknownClient();
  const { scopes, expiresIn } = row;
  if (scopes === null) throw afterAuthentication(await denyCode(kind, context, submitted));
  return {
    accessToken,
    expiresIn,
    scopes,
    accessMode: kind,
    ...(refreshToken && { refreshToken }),
    ...(online && { seller: online }),
  };
}

const SELLER = {
  /** The platform's id of the person if they have one, otherwise ours. */
  subject: "text",
  email: "text?",
  isEmailVerified: "bool",
  firstName: "text",
  lastName: "text",
} as const;

export type SellerColumns = RowOf<typeof SELLER>;

// Requests for the same code take turns.
const codeOf = ({ codeHash }: SubmittedCode) => codeHash.toString("latin1");
const dayOfCode = ({ codeDay }: SubmittedCode) => codeDay;

const ISSUED_FOR: Readonly<Record<CodeFor, string>> = {
  online: "q.token_hash, q.token_day, q.request_id",
  offline: "q.token_hash, q.token_day, q.request_id, q.new_refresh_token_hash, q.family_id",
};

const redeem = (kind: CodeFor) => `
code AS (
  UPDATE authorization_codes a SET ${kind}_used_at = now()
  FROM client JOIN request q USING (n), grants g
  WHERE a.day = :day AND a.code_hash = q.code_hash AND a.client_id = client.client_id AND g.id = a.grant_id
    AND ${allOf(codeConditions(kind))}
  RETURNING n, a.client_id, a.company_id, a.organization_id, a.grant_id, a.grant_epoch, a.code_hash,
    a.code_hash AS family_hash, a.user_id, a.session_id, ${STILL_ALLOWED("a.scopes")} AS scopes, client.access_token_lifetime,
    client.refresh_token_lifetime, client.token_epoch, '${kind}' AS token_kind, ${ISSUED_FOR[kind]}
)`;

/** Redeems a code for an online token; no row when the client is not authenticated. */
export const redeemOnline = batch(
  "redeem-online",
  { ...ISSUED, ...SELLER },
  { ...SHARED, ...CODE, ...TOKEN_KEY },
  `
${AUTHENTICATED_CLIENT_OF_SUBJECT}, ${redeem("online")}, ${INSERT_ACCESS_TOKEN({
    source: "code",
    lifetime: `${ONLINE_TOKEN_SECONDS}`,
    dependsOn: "user_id, session_id, family_hash",
  })}
SELECT n, code.scopes, ${ONLINE_TOKEN_SECONDS} AS "expiresIn", coalesce(u.external_id, u.id) AS "subject", u.email,
  u.email_verified_at IS NOT NULL AS "isEmailVerified", u.first_name AS "firstName", u.last_name AS "lastName"
FROM client LEFT JOIN code USING (n) LEFT JOIN users u ON u.id = code.user_id`,
  { keyOf: codeOf, dayOf: dayOfCode },
);

/** Redeems a code for an offline token and a refresh token; no row when the client is not authenticated. */
export const redeemOffline = batch(
  "redeem-offline",
  ISSUED,
  { ...SHARED, ...CODE, ...TOKEN_KEY, newRefreshTokenHash: "bytea", familyId: "text" },
  `
${AUTHENTICATED_CLIENT_OF_SUBJECT}, ${redeem("offline")},
refresh AS (${INSERT_REFRESH_TOKEN({ source: "code", scopes: "scopes" })}
), ${INSERT_ACCESS_TOKEN({ source: "code", dependsOn: "family_hash" })}
SELECT n, code.scopes, code.access_token_lifetime AS "expiresIn" FROM client LEFT JOIN code USING (n)`,
  { keyOf: codeOf, dayOf: dayOfCode },
);
