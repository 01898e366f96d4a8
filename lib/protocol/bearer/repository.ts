import type { TokenKey } from "@/lib/core/crypto/token-key";
import { batch, type RequestValues } from "@/lib/core/db/batch";
import { sql } from "@/lib/core/db/sql";
import type { AccessTokenKind, BearerFacts } from "@/lib/protocol/bearer/bearer-facts";
import type { ScopeHolders } from "@/lib/protocol/scopes/explain-scopes";
import {
  EFFECTIVE_SCOPES,
  SUBJECT_STATUS,
  type SubjectStatus,
  TOKEN_STATE,
  type TokenState,
} from "@/lib/protocol/tokens/token-state";

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
  /** Without scopes that the grant or the client has lost. */
  scopes: string[];
  expiresAt: Date;
};

const TOKEN_KEY = { tokenHash: "bytea", tokenDay: "int4" } satisfies RequestValues<TokenKey>;
const dayOf = ({ tokenDay }: TokenKey) => tokenDay;

const findOrganizationToken = batch<TokenKey, OrganizationToken>(
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
  TOKEN_KEY,
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
  { dayOf },
);

/** The organization's token of this key, or null. */
export async function readOrganizationToken(key: TokenKey): Promise<OrganizationToken | null> {
  const row = await findOrganizationToken(key);
  return row ?? null;
}

/** A token's client, as far as errors explain it. */
export type TokenClient = ScopeHolders & {
  grantTypes: string[];
  suspensionReason: string | null;
  subjectStatus: SubjectStatus;
};

const findClientOfToken = sql<TokenKey, TokenClient>(
  "find-token-client",
  {
    clientScopes: "text[]",
    grantedScopes: "text[]",
    grantTypes: "text[]",
    suspensionReason: "text",
    subjectStatus: "text",
  },
  `
  SELECT c.scopes AS "clientScopes", g.scopes AS "grantedScopes", c.grant_types AS "grantTypes",
    c.suspension_reason AS "suspensionReason",
    ${SUBJECT_STATUS("t.company_id", "t.organization_id")} AS "subjectStatus"
  FROM access_tokens t
  JOIN clients c ON c.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
  WHERE t.day = :tokenDay AND t.token_hash = :tokenHash`,
);

const NO_CLIENT: TokenClient = {
  ...{ clientScopes: [], grantedScopes: null, grantTypes: [] },
  ...{ suspensionReason: null, subjectStatus: "active" },
};

/** What a token's client is registered for and what it was granted, to explain why the token is rejected. */
export async function findTokenClient(key: TokenKey): Promise<TokenClient> {
  const [row] = await findClientOfToken(key);
  return row ?? NO_CLIENT;
}

// Scopes that the grant or the client has lost do not count.
const checkBearer = batch<TokenKey, BearerFacts>(
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
  },
  TOKEN_KEY,
  `
token AS (
  SELECT q.n, t.kind, t.client_id AS "clientId", t.company_id AS "companyId", t.organization_id AS "organizationId",
    t.user_id AS "userId", su.id AS "systemUserId", ${EFFECTIVE_SCOPES} AS scopes, ${TOKEN_STATE} AS state
  FROM request q JOIN access_tokens t ON t.day = :day AND t.token_hash = q.token_hash
  JOIN clients c ON c.client_id = t.client_id
  JOIN system_users su ON su.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
)
SELECT * FROM token`,
  { dayOf },
);

/**
 * Looks a token up.
 * @returns null for an unknown token
 */
export async function checkBearerToken(key: TokenKey): Promise<BearerFacts | null> {
  const row = await checkBearer(key);
  return row ?? null;
}
