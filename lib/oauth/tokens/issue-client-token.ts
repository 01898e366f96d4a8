import { sha256 } from "@/lib/crypto/hash";
import { newToken } from "@/lib/crypto/tokens";
import { ServiceError } from "@/lib/errors";
import type { TokenRequest } from "@/lib/oauth/tokens/parse-token-request";
import { unknownClient } from "@/lib/oauth/tokens/read-client-credentials";
import {
  type Asking,
  type ClientCredentialsRow,
  issueOwnToken,
} from "@/lib/oauth/tokens/repository";
import type { IssuedTokens } from "@/lib/oauth/tokens/serialize-token-response";

/**
 * Issues a client's own token (RFC 6749 section 4.4): for its organization, to manage clients with,
 * or for a company that granted it scopes. No refresh token (section 4.4.3).
 * @throws ServiceError invalid_client, unauthorized_client, invalid_scope
 */
export async function issueClientToken(
  asking: Asking,
  request: TokenRequest,
): Promise<IssuedTokens> {
  const accessToken = newToken("client_credentials");
  const row = await issueOwnToken(asking, request.scopes, sha256(accessToken));
  if (!row) throw unknownClient();
  if (row.scopes === null) throw explainRefusal(asking, row, request.scopes ?? []);
  return { accessToken, expiresIn: row.expiresIn, scopes: row.scopes, accessMode: "offline" };
}

function explainRefusal(asking: Asking, row: ClientCredentialsRow, asked: string[]): ServiceError {
  if (!row.grantTypes.includes("client_credentials")) {
    return unauthorized("The client is not registered for the grant client_credentials.");
  }
  if (asking.subject.organizationId !== null) {
    if (row.ownOrganizationId !== asking.subject.organizationId) {
      return unauthorized("The client belongs to another organization than the one in the path.");
    }
  } else if (!row.grantId) {
    return unauthorized("The company in the path has not installed this extension.");
  }
  const own = row.ownScopes ?? [];
  const beyond = asked.filter((scope) => !own.includes(scope));
  return new ServiceError(
    "invalid_scope",
    beyond.length > 0
      ? `The client may not have: ${beyond.join(", ")}.`
      : "The client has no scope of this kind. Register one, for example organization/clients/read.",
  );
}

function unauthorized(message: string): ServiceError {
  return new ServiceError("unauthorized_client", message);
}
