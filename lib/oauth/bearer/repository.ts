import { statement } from "@/lib/kernel/db/statement";
import type { AccessTokenKind, BearerFacts } from "@/lib/oauth/bearer/bearer-facts";
import type { ScopeHolders } from "@/lib/oauth/tokens/explain-missing-scope";
import { EFFECTIVE_SCOPES, TOKEN_STATE, type TokenState } from "@/lib/oauth/tokens/token-state";

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

// Scopes that the grant or the client has lost do not count.
const checkBearer = statement<
  { tokenHash: Buffer; acceptedScopes: readonly string[] },
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
)
SELECT state, kind, client_id AS "clientId", company_id AS "companyId",
  organization_id AS "organizationId", user_id AS "userId", system_user_id AS "systemUserId", scopes,
  scopes && :acceptedScopes::text[] AS "inScope"
FROM token`,
);

/**
 * Looks a token up.
 * @returns null for an unknown token
 */
export async function checkBearerToken(
  hash: Buffer,
  acceptedScopes: readonly string[],
): Promise<BearerFacts | null> {
  const [row] = await checkBearer({ tokenHash: hash, acceptedScopes });
  return row ?? null;
}
