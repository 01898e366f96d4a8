import { type TokenKey, tokenKey } from "@/lib/core/crypto/token-key";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import type { ServiceError } from "@/lib/core/errors";
import { invalidToken, unknownBearerToken } from "@/lib/protocol/bearer/read-bearer-token";
import {
  findTokenClient,
  type OrganizationToken,
  readOrganizationToken,
} from "@/lib/protocol/bearer/repository";
import { fixByRenewal } from "@/lib/protocol/bearer/token-denials";
import {
  isSuspension,
  SUSPENSION_CHECKS,
  type TokenState,
} from "@/lib/protocol/tokens/token-state";

const DIFFERENCES = {
  revoked: "The token was revoked.",
  client_was_inactive: "The token was issued before the client was deactivated.",
  secret_ended: "The secret that the token was issued for was rotated or revoked.",
  seller_left: "The person the token acts for left the organization.",
  signed_out: "The person the token acts for has signed out.",
} as const;

const AUTHORIZE_AGAIN = { kind: "run_authorize_again" } as const;
const NEW_TOKEN = { kind: "use_client_credentials" } as const;

/**
 * The caller and scopes of a live token of an organization, from `client_credentials` or from the organization's
 * flow. Every other token gets the same error; only the failure log of its client says why.
 * @throws ServiceError invalid_token
 */
export async function findOrganizationToken(
  token: string,
): Promise<Omit<OrganizationToken, "state" | "expiresAt">> {
  const key = tokenKey(token);
  const storedToken = await readOrganizationToken(key);
  if (!storedToken) {
    throw unknownBearerToken(token, () => notLive({ check: "access_token", fix: NEW_TOKEN }));
  }
  const { state, expiresAt, ...live } = storedToken;
  if (state === "live") return live;
  const owner = { clientId: live.clientId, organizationId: live.organizationId, companyId: null };
  throw notLive({ ...(await diagnose({ ...storedToken, state }, key)), owner });
}

function notLive(diagnosis: Diagnosis): ServiceError {
  return invalidToken("The access token is unknown, expired or revoked. Get a new one.", diagnosis);
}

type Ended = OrganizationToken & { state: Exclude<TokenState, "live"> };

async function diagnose({ state, expiresAt, kind }: Ended, key: TokenKey): Promise<Diagnosis> {
  if (state === "client_deleted") {
    return { check: "client_active", fix: { kind: "restore_client" } };
  }
  if (state === "client_inactive") {
    return { check: "client_active", fix: { kind: "activate_client" } };
  }
  if (isSuspension(state)) {
    return { check: SUSPENSION_CHECKS[state], fix: { kind: "contact_platform" } };
  }
  const difference =
    state === "expired" ? `The token expired at ${expiresAt.toISOString()}.` : DIFFERENCES[state];
  const fix =
    kind === "client_credentials"
      ? fixByRenewal(kind, (await findTokenClient(key)).grantTypes)
      : AUTHORIZE_AGAIN;
  return { check: "access_token_live", fix, difference };
}
