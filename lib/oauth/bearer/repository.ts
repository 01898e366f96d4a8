import { statement } from "@/lib/kernel/db/statement";
import type { ScopeHolders } from "@/lib/oauth/tokens/explain-missing-scope";
import { EFFECTIVE_SCOPES, TOKEN_STATE, type TokenState } from "@/lib/oauth/tokens/token-state";

export type AccessTokenKind = "offline" | "online" | "client_credentials";

/** A token of an organization, live or not: a client's own, or one from the organization's flow. */
export type OrganizationToken = {
  state: TokenState;
  kind: AccessTokenKind;
  /** The person that an online token acts for; null for other tokens. */
  userId: string | null;
  /** The session that it was issued in; null for other tokens. */
  sessionId: string | null;
  clientId: string;
  organizationId: string;
  /** Without those that the grant or the client lost. */
  scopes: string[];
  expiresAt: Date;
};

const findOrganizationToken = statement<{ tokenHash: Buffer }, OrganizationToken>(
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
  `
  SELECT t.kind, t.user_id AS "userId", t.session_id AS "sessionId", t.client_id AS "clientId", t.organization_id AS "organizationId", t.expires_at AS "expiresAt",
    ${EFFECTIVE_SCOPES} AS scopes, ${TOKEN_STATE} AS state
  FROM access_tokens t
  JOIN clients c ON c.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
  WHERE t.token_hash = :tokenHash AND t.organization_id IS NOT NULL`,
);

/** The organization's token of this hash, or null. */
export async function readOrganizationToken(hash: Buffer): Promise<OrganizationToken | null> {
  const [row] = await findOrganizationToken({ tokenHash: hash });
  return row ?? null;
}

/** A token's client, as far as errors explain it. */
export type TokenClient = ScopeHolders & { grantTypes: string[]; suspensionReason: string | null };

const findClientOfToken = statement<{ tokenHash: Buffer }, TokenClient>(
  "find-token-client",
  {
    clientScopes: "text[]",
    grantedScopes: "text[]",
    grantTypes: "text[]",
    suspensionReason: "text",
  },
  `
  SELECT c.scopes AS "clientScopes", g.scopes AS "grantedScopes", c.grant_types AS "grantTypes",
    c.suspension_reason AS "suspensionReason"
  FROM access_tokens t
  JOIN clients c ON c.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
  WHERE t.token_hash = :tokenHash`,
);

/** What a token's client is registered for and what it was granted, to explain why the token is rejected. */
export async function findTokenClient(hash: Buffer): Promise<TokenClient> {
  const [row] = await findClientOfToken({ tokenHash: hash });
  return row ?? { clientScopes: [], grantedScopes: null, grantTypes: [], suspensionReason: null };
}

/** What a bearer check finds. */
export type BearerFacts = {
  state: TokenState;
  kind: AccessTokenKind;
  clientId: string;
  companyId: number | null;
  organizationId: string | null;
  userId: string | null;
  systemUserId: string;
  scopes: string[];
  /** Whether one of the accepted scopes was granted. */
  inScope: boolean;
};

// Checks the token and writes the API log in one round trip. An online token acts as its seller,
// every other token as the client's system user. Scopes that the grant or the client has lost do not count.
const checkBearer = statement<
  {
    tokenHash: Buffer;
    acceptedScopes: readonly string[];
    method: string;
    path: string;
    requestId: string;
  },
  BearerFacts
>(
  "check-bearer",
  {
    state: "text",
    kind: "text",
    clientId: "text",
    companyId: "int8",
    organizationId: "text",
    userId: "text",
    systemUserId: "text",
    scopes: "text[]",
    inScope: "bool",
  },
  `
WITH token AS (
  SELECT t.kind, t.client_id, t.company_id, t.organization_id, t.user_id, su.id AS system_user_id,
    ${EFFECTIVE_SCOPES} AS scopes, ${TOKEN_STATE} AS state
  FROM access_tokens t
  JOIN clients c ON c.client_id = t.client_id
  JOIN system_users su ON su.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
  WHERE t.token_hash = :tokenHash
),
checked AS (SELECT token.*, scopes && :acceptedScopes::text[] AS in_scope FROM token),
call AS (
  INSERT INTO api_calls (company_id, client_id, caller_kind, system_user_id, user_id, scope, method, path, request_id)
  SELECT company_id, client_id,
    CASE WHEN kind = 'online' THEN 'seller' ELSE 'system_user' END::caller_kind,
    CASE WHEN kind <> 'online' THEN system_user_id END, user_id,
    (SELECT s FROM unnest(scopes) AS s WHERE s = ANY (:acceptedScopes) LIMIT 1), :method, :path, :requestId
  FROM checked WHERE state = 'live' AND in_scope AND company_id IS NOT NULL
)
SELECT state, kind, client_id AS "clientId", company_id AS "companyId",
  organization_id AS "organizationId", user_id AS "userId", system_user_id AS "systemUserId", scopes,
  in_scope AS "inScope"
FROM checked`,
);

/**
 * Looks a token up and, when it is live and has one of the scopes, records the call.
 * @returns null for an unknown token
 */
export async function checkBearerToken(
  hash: Buffer,
  acceptedScopes: readonly string[],
  call: { method: string; path: string; requestId: string },
): Promise<BearerFacts | null> {
  const [row] = await checkBearer({ tokenHash: hash, acceptedScopes, ...call });
  return row ?? null;
}
