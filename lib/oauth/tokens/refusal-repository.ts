import { hotQuery } from "@/lib/kernel/db/pool";
import type { Subject } from "@/lib/kernel/subject";
import type { ClientCredentials } from "@/lib/oauth/tokens/read-client-credentials";
import { SECRET_IS_LIVE, SELLER_BELONGS, SESSION_NOT_ENDED } from "@/lib/oauth/tokens/token-state";

const IS_INACTIVE_CLIENT = `
  SELECT FROM clients c JOIN client_secrets s ON s.client_id = c.client_id
  WHERE c.client_id = $1 AND s.secret_hash = $2 AND ${SECRET_IS_LIVE}
    AND NOT c.is_active AND c.deleted_at IS NULL`;

/** Whether the credentials are right and only their client's inactivity stands in the way. */
export async function isInactiveClient(credentials: ClientCredentials): Promise<boolean> {
  const values = [credentials.clientId, credentials.secretHash];
  return (await hotQuery("is-inactive-client", IS_INACTIVE_CLIENT, values)).length > 0;
}

/** What is known of a code of this client that could not be used. */
export type CodeFacts = {
  mayUseCodes: boolean;
  companyId: number | null;
  organizationId: string | null;
  sameSubject: boolean;
  revoked: boolean;
  onlineUsed: boolean;
  offlineUsed: boolean;
  expired: boolean;
  grantEnded: boolean;
  sellerLeft: boolean;
  /** Issued without a browser, for an offline token alone. */
  offlineOnly: boolean;
  /** Whether the session that it was asked for in was ended. */
  signedOut: boolean;
  codeChallenge: string | null;
  redirectUri: string;
  scopes: string[];
  grantedScopes: string[];
  clientScopes: string[];
};

const FIND_CODE_FACTS = `
  SELECT 'authorization_code' = ANY (c.grant_types) AS "mayUseCodes",
    a.company_id AS "companyId", a.organization_id AS "organizationId",
    a.company_id IS NOT DISTINCT FROM $3::int AND a.organization_id IS NOT DISTINCT FROM $4 AS "sameSubject",
    a.revoked_at IS NOT NULL AS revoked, a.online_used_at IS NOT NULL AS "onlineUsed",
    a.offline_used_at IS NOT NULL AS "offlineUsed",
    CASE WHEN a.online_used_at IS NULL AND a.offline_used_at IS NULL
      THEN a.expires_at ELSE a.second_use_expires_at END <= now() AS expired,
    g.revoked_at IS NOT NULL OR g.epoch <> a.grant_epoch AS "grantEnded",
    NOT ${SELLER_BELONGS("a")} AS "sellerLeft", a.offline_only AS "offlineOnly",
    NOT ${SESSION_NOT_ENDED("a")} AS "signedOut",
    a.code_challenge AS "codeChallenge", a.redirect_uri AS "redirectUri", a.scopes,
    g.scopes AS "grantedScopes", c.scopes AS "clientScopes"
  FROM authorization_codes a JOIN grants g ON g.id = a.grant_id JOIN clients c ON c.client_id = a.client_id
  WHERE a.code_hash = $1 AND a.client_id = $2`;

/** Facts about a code of this client, or null when it has no such code. */
export async function findCodeFacts(
  codeHash: Buffer,
  clientId: string,
  subject: Subject,
): Promise<CodeFacts | null> {
  const values = [codeHash, clientId, subject.companyId, subject.organizationId];
  const [row] = await hotQuery<CodeFacts>("find-code-facts", FIND_CODE_FACTS, values);
  return row ?? null;
}

/** What is known of a refresh token of this client that could not be used. */
export type RefreshFacts = {
  companyId: number | null;
  organizationId: string | null;
  sameSubject: boolean;
  revoked: boolean;
  expired: boolean;
  grantEnded: boolean;
  codeOfSameGrant: boolean;
  /** Superseded, and not just now. */
  pastGrace: boolean;
  /** What the whole family descends from. */
  codeHash: Buffer;
  scopes: string[];
  grantedScopes: string[];
  clientScopes: string[];
};

const FIND_REFRESH_FACTS = `
  SELECT r.company_id AS "companyId", r.organization_id AS "organizationId",
    r.company_id IS NOT DISTINCT FROM $3::int AND r.organization_id IS NOT DISTINCT FROM $4 AS "sameSubject",
    r.revoked_at IS NOT NULL AS revoked, r.expires_at <= now() AS expired,
    g.revoked_at IS NOT NULL OR g.epoch <> r.grant_epoch AS "grantEnded",
    $5::bytea IS NULL OR EXISTS (
      SELECT 1 FROM authorization_codes a WHERE a.code_hash = $5 AND a.grant_id = r.grant_id) AS "codeOfSameGrant",
    coalesce(r.superseded_at <= now() - make_interval(secs => $6), false) AS "pastGrace",
    r.code_hash AS "codeHash", r.scopes, g.scopes AS "grantedScopes", c.scopes AS "clientScopes"
  FROM refresh_tokens r JOIN grants g ON g.id = r.grant_id JOIN clients c ON c.client_id = r.client_id
  WHERE r.token_hash = $1 AND r.client_id = $2`;

/** Facts about a refresh token of this client, or null when it has no such token. */
export async function findRefreshFacts(
  tokenHash: Buffer,
  clientId: string,
  subject: Subject,
  codeHash: Buffer | null,
  graceSeconds: number,
): Promise<RefreshFacts | null> {
  const { companyId, organizationId } = subject;
  const values = [tokenHash, clientId, companyId, organizationId, codeHash, graceSeconds];
  const [row] = await hotQuery<RefreshFacts>("find-refresh-facts", FIND_REFRESH_FACTS, values);
  return row ?? null;
}
