import { hotQuery } from "@/lib/kernel/db/pool";
import type { ScopeHolders } from "@/lib/oauth/tokens/explain-missing-scope";
import { EFFECTIVE_SCOPES, TOKEN_STATE, type TokenState } from "@/lib/oauth/tokens/token-state";

export type AccessTokenKind = "offline" | "online" | "client_credentials";

/** A token of an organization, live or not: a client's own, or one from the organization's flow. */
export type OrganizationToken = {
  state: TokenState;
  kind: AccessTokenKind;
  /** The person that an online token acts for; null for other tokens. */
  userId: string | null;
  clientId: string;
  organizationId: string;
  /** Without those that the grant or the client lost. */
  scopes: string[];
  expiresAt: Date;
};

const FIND_ORGANIZATION_TOKEN = `
  SELECT t.kind, t.user_id AS "userId", t.client_id AS "clientId", t.organization_id AS "organizationId", t.expires_at AS "expiresAt",
    ${EFFECTIVE_SCOPES} AS scopes, ${TOKEN_STATE} AS state
  FROM access_tokens t
  JOIN clients c ON c.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
  WHERE t.token_hash = $1 AND t.organization_id IS NOT NULL`;

/** The organization's token of this hash, or null. */
export async function readOrganizationToken(hash: Buffer): Promise<OrganizationToken | null> {
  const [row] = await hotQuery<OrganizationToken>(
    "read-organization-token",
    FIND_ORGANIZATION_TOKEN,
    [hash],
  );
  return row ?? null;
}

const FIND_TOKEN_CLIENT = `
  SELECT c.scopes AS "clientScopes", g.scopes AS "grantedScopes", c.grant_types AS "grantTypes"
  FROM access_tokens t
  JOIN clients c ON c.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
  WHERE t.token_hash = $1`;

/** What a token's client is registered for and what it was granted, to explain why the token is rejected. */
export async function findTokenClient(
  hash: Buffer,
): Promise<ScopeHolders & { grantTypes: string[] }> {
  const [row] = await hotQuery<ScopeHolders & { grantTypes: string[] }>(
    "find-token-client",
    FIND_TOKEN_CLIENT,
    [hash],
  );
  return row ?? { clientScopes: [], grantedScopes: null, grantTypes: [] };
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
const CHECK_BEARER = `
WITH token AS (
  SELECT t.kind, t.client_id, t.company_id, t.organization_id, t.user_id, su.id AS system_user_id,
    ${EFFECTIVE_SCOPES} AS scopes, ${TOKEN_STATE} AS state
  FROM access_tokens t
  JOIN clients c ON c.client_id = t.client_id
  JOIN system_users su ON su.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
  WHERE t.token_hash = $1
),
checked AS (SELECT token.*, scopes && $2::text[] AS in_scope FROM token),
call AS (
  INSERT INTO api_calls (company_id, client_id, caller_kind, system_user_id, user_id, scope, method, path, request_id)
  SELECT company_id, client_id,
    CASE WHEN kind = 'online' THEN 'seller' ELSE 'system_user' END::caller_kind,
    CASE WHEN kind <> 'online' THEN system_user_id END, user_id,
    (SELECT s FROM unnest(scopes) AS s WHERE s = ANY ($2) LIMIT 1), $3, $4, $5
  FROM checked WHERE state = 'live' AND in_scope AND company_id IS NOT NULL
)
SELECT state, kind, client_id AS "clientId", company_id AS "companyId",
  organization_id AS "organizationId", user_id AS "userId", system_user_id AS "systemUserId", scopes,
  in_scope AS "inScope"
FROM checked`;

/**
 * Looks a token up and, when it is live and has one of the scopes, records the call.
 * @returns null for an unknown token
 */
export async function checkBearerToken(
  hash: Buffer,
  acceptedScopes: readonly string[],
  call: { method: string; path: string; requestId: string },
): Promise<BearerFacts | null> {
  const values = [hash, acceptedScopes, call.method, call.path, call.requestId];
  const [row] = await hotQuery<BearerFacts>("check-bearer", CHECK_BEARER, values);
  return row ?? null;
}
