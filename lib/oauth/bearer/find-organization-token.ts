import { sha256 } from "@/lib/crypto/hash";
import type { ServiceError } from "@/lib/errors";
import { invalidToken } from "@/lib/oauth/bearer/read-bearer-token";
import { type OrganizationToken, readOrganizationToken } from "@/lib/oauth/bearer/repository";
import type { Diagnosis } from "@/lib/oauth/events/diagnosis";
import type { TokenState } from "@/lib/oauth/tokens/token-state";

const DIFFERENCES = {
  revoked: "The token was revoked.",
  client_was_inactive: "The token was issued before the client was deactivated.",
  secret_ended: "The secret that the token was issued for was rotated or revoked.",
  seller_left: "The person whom the token acts for left the organization.",
  signed_out: "The person whom the token acts for has signed out.",
} as const;

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
  if (!found) throw notLive({ check: "access_token", fix: NEW_TOKEN });
  const { state, expiresAt, clientId, organizationId, scopes } = found;
  if (state === "live") return { clientId, organizationId, scopes };
  const owner = { clientId, organizationId, companyId: null };
  throw notLive({ ...diagnose({ state, expiresAt }), owner });
}

function notLive(diagnosis: Diagnosis): ServiceError {
  return invalidToken("The access token is unknown, expired or revoked. Get a new one.", diagnosis);
}

type Refused = { state: Exclude<TokenState, "live">; expiresAt: Date };

function diagnose({ state, expiresAt }: Refused): Diagnosis {
  if (state === "client_inactive") {
    return { check: "client_active", fix: { kind: "activate_client" } };
  }
  const difference =
    state === "expired" ? `The token expired at ${expiresAt.toISOString()}.` : DIFFERENCES[state];
  return { check: "access_token_live", fix: NEW_TOKEN, difference };
}
