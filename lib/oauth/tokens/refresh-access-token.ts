import { sha256 } from "@/lib/crypto/hash";
import { isTokenOfKind, newToken } from "@/lib/crypto/tokens";
import { ServiceError } from "@/lib/errors";
import type { TokenRequest } from "@/lib/oauth/tokens/parse-token-request";
import { unknownClient } from "@/lib/oauth/tokens/read-client-credentials";
import { findRefreshFacts } from "@/lib/oauth/tokens/refusal-repository";
import { type Asking, refreshToken } from "@/lib/oauth/tokens/repository";
import type { IssuedTokens } from "@/lib/oauth/tokens/serialize-token-response";

type Presented = { refreshTokenHash: Buffer; scopes: string[] | null; codeHash: Buffer | null };

/**
 * Issues a new offline token for a refresh token (RFC 6749 section 6, document 4.4). The same refresh
 * token comes back: SDKs forget theirs when a response has none.
 * @throws ServiceError invalid_client, invalid_grant, invalid_scope
 */
export async function refreshAccessToken(
  asking: Asking,
  request: TokenRequest,
): Promise<IssuedTokens> {
  const sent = request.refresh_token ?? "";
  if (!isTokenOfKind(sent, "refresh")) {
    throw invalidGrant(
      "What was sent as refresh_token is not one: it was cut, changed, or is another kind of token.",
    );
  }
  const presented: Presented = {
    refreshTokenHash: sha256(sent),
    scopes: request.scopes,
    codeHash: request.code ? sha256(request.code) : null,
  };
  const accessToken = newToken("offline");
  const row = await refreshToken(asking, presented, sha256(accessToken));
  if (!row) throw unknownClient();
  if (row.scopes === null) throw await explainRefusal(asking, presented);
  return {
    accessToken,
    refreshToken: sent,
    expiresIn: row.expiresIn,
    scopes: row.scopes,
    accessMode: "offline",
  };
}

async function explainRefusal(asking: Asking, presented: Presented): Promise<ServiceError> {
  const facts = await findRefreshFacts(
    presented.refreshTokenHash,
    asking.credentials.clientId,
    asking.subject,
    presented.codeHash,
  );
  if (!facts) return invalidGrant("The refresh token is unknown, or was issued to another client.");
  if (!facts.sameSubject) {
    return invalidGrant(
      "The refresh token was issued for another company than the one in the path.",
    );
  }
  if (facts.revoked || facts.grantEnded) {
    return invalidGrant(
      "The refresh token was revoked: the company removed the extension, or a code was replayed.",
    );
  }
  if (facts.expired)
    return invalidGrant("The refresh token has expired. Run the authorization flow again.");
  if (!facts.codeOfSameGrant) return invalidGrant("The code sent along belongs to another grant.");
  const beyond = presented.scopes?.filter((scope) => !facts.scopes.includes(scope)) ?? [];
  if (beyond.length > 0) {
    return new ServiceError(
      "invalid_scope",
      `The refresh token was not granted: ${beyond.join(", ")}.`,
    );
  }
  return invalidGrant("The refresh token could not be used. Run the authorization flow again.");
}

function invalidGrant(message: string): ServiceError {
  return new ServiceError("invalid_grant", message);
}
