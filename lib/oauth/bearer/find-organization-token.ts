import { sha256 } from "@/lib/crypto/hash";
import { invalidToken } from "@/lib/oauth/bearer/read-bearer-token";
import { findLiveOrganizationToken, type OrganizationToken } from "@/lib/oauth/bearer/repository";

/**
 * The organization, client and scopes of a live `client_credentials` token.
 * @throws ServiceError invalid_token
 */
export async function findOrganizationToken(token: string): Promise<OrganizationToken> {
  const found = await findLiveOrganizationToken(sha256(token));
  if (found) return found;
  throw invalidToken("The access token is unknown, expired or revoked. Get a new one.", {
    check: "access_token_live",
    fix: { kind: "use_client_credentials" },
  });
}
