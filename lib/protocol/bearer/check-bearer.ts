import { type TokenKey, tokenKey } from "@/lib/core/crypto/tokens";
import { batch } from "@/lib/core/db/batch";
import { column, type RowOf } from "@/lib/core/db/sql";
import type { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import {
  invalidToken,
  readBearerToken,
  unknownBearerToken,
} from "@/lib/protocol/bearer/read-bearer-token";
import {
  scopeMissing,
  tokenNotLive,
  unknownAccessToken,
} from "@/lib/protocol/bearer/token-denials";
import {
  EFFECTIVE_SCOPES,
  TOKEN_KEY,
  TOKEN_OF_REQUEST,
  TOKEN_STATE,
  type TokenState,
} from "@/lib/protocol/tokens/token-state";

/** A known token, and whether it allows the call; `caller` has the company that it calls for. */
export type CheckedBearer = { token: BearerFacts } & (
  | { caller: BearerFacts & { companyId: number }; denial: null }
  | { caller: null; denial: ServiceError }
);

/**
 * Guards a platform API: the token must be live, for a company, and have one of the accepted scopes
 * (RFC 6750 section 3.1). A denial of a known token, whose client the API log names, is returned:
 * `invalid_token` or `insufficient_scope`.
 * @param acceptedScopes any of them is enough; the error names the first
 * @throws ServiceError unauthenticated, invalid_token
 */
export async function checkBearer(
  request: ApiRequest,
  acceptedScopes: readonly string[],
): Promise<CheckedBearer> {
  const value = readBearerToken(request);
  const key = tokenKey(value);
  const token = await checkBearerToken(key);
  if (!token) throw unknownBearerToken(value, unknownAccessToken);
  const denial = await findDenial(token, acceptedScopes, key);
  const { companyId } = token;
  if (denial) return { token, caller: null, denial };
  if (companyId !== null) return { token, caller: { ...token, companyId }, denial: null };
  const notForCompany = invalidToken("The access token is not for a company.", {
    check: "company",
    fix: { kind: "run_authorize_again" },
    owner: token,
  });
  return { token, caller: null, denial: notForCompany };
}

async function findDenial(
  token: BearerFacts,
  acceptedScopes: readonly string[],
  key: TokenKey,
): Promise<ServiceError | null> {
  if (token.state !== "live") return tokenNotLive(token, token.state, key);
  if (token.companyId !== null && !token.scopes.some((each) => acceptedScopes.includes(each))) {
    const needed =
      acceptedScopes.length > 1 ? `one of ${acceptedScopes.join(", ")}` : acceptedScopes.join();
    return scopeMissing(acceptedScopes, needed, token, key);
  }
  return null;
}

export type AccessTokenKind = "offline" | "online" | "client_credentials";

export const BEARER = {
  state: column<TokenState>("text"),
  kind: column<AccessTokenKind>("text"),
  clientId: "text",
  companyId: "int8?",
  organizationId: "text?",
  userId: "text?",
  systemUserId: "text",
  /** Without scopes that the grant or the client has lost. */
  scopes: "text[]",
} as const;

/** The facts about a bearer token. */
export type BearerFacts = RowOf<typeof BEARER>;

/** The relation `token` with {@link BearerFacts}. @param more further columns */
export const BEARER_TOKEN = (more = "") => `
token AS (
  SELECT q.n, t.kind, t.client_id AS "clientId", t.company_id AS "companyId", t.organization_id AS "organizationId",
    t.user_id AS "userId", su.id AS "systemUserId", ${EFFECTIVE_SCOPES} AS scopes, ${TOKEN_STATE} AS state${more}
  FROM request q JOIN ${TOKEN_OF_REQUEST}
  JOIN system_users su ON su.client_id = t.client_id
)`;

/** Looks a token up; no row for an unknown one. */
export const checkBearerToken = batch(
  "check-bearer",
  BEARER,
  TOKEN_KEY,
  `${BEARER_TOKEN()} SELECT * FROM token`,
  { dayOf: ({ tokenDay }) => tokenDay },
);
