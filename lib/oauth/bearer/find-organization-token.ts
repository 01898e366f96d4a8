import { sha256 } from "@/lib/crypto/hash";
import { invalidToken } from "@/lib/oauth/bearer/read-bearer-token";
import { type OrganizationToken, readOrganizationToken } from "@/lib/oauth/bearer/repository";
import type { Diagnosis } from "@/lib/oauth/events/diagnosis";

const NEW_TOKEN = { kind: "use_client_credentials" } as const;

/**
 * The organization, client and scopes of a live `client_credentials` token. Callers are told the same
 * of every token that is none; the developers of its client can read why.
 * @throws ServiceError invalid_token
 */
export async function findOrganizationToken(
  token: string,
): Promise<Pick<OrganizationToken, "clientId" | "organizationId" | "scopes">> {
  const found = await readOrganizationToken(sha256(token));
  if (found?.state === "live") {
    const { clientId, organizationId, scopes } = found;
    return { clientId, organizationId, scopes };
  }
  const diagnosis = found
    ? { ...diagnose(found), owner: { ...found, companyId: null } }
    : ({ check: "access_token", fix: NEW_TOKEN } as const);
  throw invalidToken("The access token is unknown, expired or revoked. Get a new one.", diagnosis);
}

function diagnose({ state, expiresAt }: OrganizationToken): Diagnosis {
  if (state === "client_inactive") {
    return { check: "client_active", fix: { kind: "activate_client" } };
  }
  const difference =
    state === "expired"
      ? `The token expired at ${expiresAt.toISOString()}.`
      : "The token was revoked.";
  return { check: "access_token_live", fix: NEW_TOKEN, difference };
}
