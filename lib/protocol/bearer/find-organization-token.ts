import { type TokenKey, tokenKey } from "@/lib/core/crypto/tokens";
import { batch } from "@/lib/core/db/batch";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { differ } from "@/lib/core/diagnosis/difference";
import type { ServiceError } from "@/lib/core/errors";
import type { AccessTokenKind } from "@/lib/protocol/bearer/check-bearer";
import { invalidToken, unknownBearerToken } from "@/lib/protocol/bearer/read-bearer-token";
import { findTokenClient, fixByRenewal } from "@/lib/protocol/bearer/token-denials";
import {
  type DeniedState,
  EFFECTIVE_SCOPES,
  isFixable,
  TOKEN_CONDITIONS,
  TOKEN_STATE,
  type TokenState,
} from "@/lib/protocol/tokens/token-state";

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

type DeniedToken = OrganizationToken & { state: DeniedState };

async function diagnose(
  { state, expiresAt, kind }: DeniedToken,
  key: TokenKey,
): Promise<Diagnosis> {
  if (isFixable(state)) {
    const { check, fix } = TOKEN_CONDITIONS[state];
    return { check, fix };
  }
  const difference = [differ(`token_${state}`, { time: expiresAt.toISOString() })];
  const fix =
    kind === "client_credentials"
      ? fixByRenewal(kind, (await findTokenClient(key)).grantTypes)
      : AUTHORIZE_AGAIN;
  return { check: "access_token_live", fix, difference };
}

/** A token of an organization, live or not: a client's own, or one from the organization's flow. */
type OrganizationToken = {
  state: TokenState;
  kind: AccessTokenKind;
  /** The person that an online token acts for; null for other tokens. */
  userId: string | null;
  /** The session that it was issued in; null for other tokens. */
  sessionId: string | null;
  clientId: string;
  organizationId: string;
  /** Without scopes that the grant or the client has lost. */
  scopes: string[];
  expiresAt: Date;
};

/** Looks a token of an organization up; no row for any other. */
export const readOrganizationToken = batch<TokenKey, OrganizationToken>(
  "read-organization-token",
  {
    kind: "text",
    userId: "text",
    sessionId: "text",
    clientId: "text",
    organizationId: "text",
    expiresAt: "timestamptz",
    scopes: "text[]",
    state: "text",
  },
  { tokenHash: "bytea", tokenDay: "int4" },
  `
token AS (
  SELECT q.n, t.kind, t.user_id AS "userId", t.session_id AS "sessionId", t.client_id AS "clientId", t.organization_id AS "organizationId", t.expires_at AS "expiresAt",
    ${EFFECTIVE_SCOPES} AS scopes, ${TOKEN_STATE} AS state
  FROM request q JOIN access_tokens t ON t.day = :day AND t.token_hash = q.token_hash
  JOIN clients c ON c.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
  WHERE t.organization_id IS NOT NULL
)
SELECT * FROM token`,
  { dayOf: ({ tokenDay }) => tokenDay },
);
