import { sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";
import type { PresentedCode, PresentedRefreshToken } from "@/lib/protocol/tokens/repository";
import type { TokenFamily } from "@/lib/protocol/tokens/revoke-family";
import { CODE_OF_SAME_GRANT } from "@/lib/protocol/tokens/statements";
import {
  FAMILY_ENDED,
  REFRESH_TOKEN_REVOKED,
  SELLER_BELONGS,
  SESSION_NOT_ENDED,
} from "@/lib/protocol/tokens/token-state";

/** The facts about a code of this client that could not be used. */
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
  /** Whether the session in which it was requested has ended. */
  signedOut: boolean;
  codeChallenge: string | null;
  redirectUri: string;
  scopes: string[];
  grantedScopes: string[];
  clientScopes: string[];
};

const findCode = sql<Subject & { codeHash: Buffer; codeDay: number; clientId: string }, CodeFacts>(
  "find-code-facts",
  {
    mayUseCodes: "bool",
    companyId: "int8",
    organizationId: "text",
    sameSubject: "bool",
    revoked: "bool",
    onlineUsed: "bool",
    offlineUsed: "bool",
    expired: "bool",
    grantEnded: "bool",
    sellerLeft: "bool",
    offlineOnly: "bool",
    signedOut: "bool",
    codeChallenge: "text",
    redirectUri: "text",
    scopes: "text[]",
    grantedScopes: "text[]",
    clientScopes: "text[]",
  },
  `
  SELECT 'authorization_code' = ANY (c.grant_types) AS "mayUseCodes",
    a.company_id AS "companyId", a.organization_id AS "organizationId",
    a.company_id IS NOT DISTINCT FROM :companyId::bigint AND a.organization_id IS NOT DISTINCT FROM :organizationId AS "sameSubject",
    a.revoked_at IS NOT NULL OR ${FAMILY_ENDED("a.code_hash")} AS revoked, a.online_used_at IS NOT NULL AS "onlineUsed",
    a.offline_used_at IS NOT NULL AS "offlineUsed",
    CASE WHEN a.online_used_at IS NULL AND a.offline_used_at IS NULL
      THEN a.expires_at ELSE a.second_use_expires_at END <= now() AS expired,
    g.revoked_at IS NOT NULL OR g.epoch <> a.grant_epoch AS "grantEnded",
    NOT ${SELLER_BELONGS("a")} AS "sellerLeft", a.offline_only AS "offlineOnly",
    NOT ${SESSION_NOT_ENDED("a")} AS "signedOut",
    a.code_challenge AS "codeChallenge", a.redirect_uri AS "redirectUri", a.scopes,
    g.scopes AS "grantedScopes", c.scopes AS "clientScopes"
  FROM authorization_codes a JOIN grants g ON g.id = a.grant_id JOIN clients c ON c.client_id = a.client_id
  WHERE a.day = :codeDay AND a.code_hash = :codeHash AND a.client_id = :clientId`,
);

/** Facts about a code of this client, or null when it has no such code. */
export async function findCodeFacts(
  { codeHash, codeDay }: PresentedCode,
  clientId: string,
  subject: Subject,
): Promise<CodeFacts | null> {
  const [row] = await findCode({ codeHash, codeDay, clientId, ...subject });
  return row ?? null;
}

/** The facts about a refresh token of this client that could not be used. */
export type RefreshFacts = TokenFamily & {
  companyId: number | null;
  organizationId: string | null;
  sameSubject: boolean;
  revoked: boolean;
  expired: boolean;
  grantEnded: boolean;
  codeOfSameGrant: boolean;
  /** Superseded, and not just now. */
  pastGrace: boolean;
  scopes: string[];
  grantedScopes: string[];
  clientScopes: string[];
};

const findRefreshToken = sql<
  Subject & {
    refreshTokenHash: Buffer;
    clientId: string;
    codeHash: Buffer | null;
    codeDay: number | null;
    graceSeconds: number;
  },
  RefreshFacts
>(
  "find-refresh-facts",
  {
    companyId: "int8",
    organizationId: "text",
    sameSubject: "bool",
    revoked: "bool",
    expired: "bool",
    grantEnded: "bool",
    codeOfSameGrant: "bool",
    pastGrace: "bool",
    codeHash: "bytea",
    familyId: "text",
    grantId: "text",
    scopes: "text[]",
    grantedScopes: "text[]",
    clientScopes: "text[]",
  },
  `
  SELECT r.company_id AS "companyId", r.organization_id AS "organizationId",
    r.company_id IS NOT DISTINCT FROM :companyId::bigint AND r.organization_id IS NOT DISTINCT FROM :organizationId AS "sameSubject",
    ${REFRESH_TOKEN_REVOKED("r")} AS revoked, r.expires_at <= now() AS expired,
    g.revoked_at IS NOT NULL OR g.epoch <> r.grant_epoch AS "grantEnded",
    ${CODE_OF_SAME_GRANT(":codeHash::bytea", ":codeDay::int")} AS "codeOfSameGrant",
    coalesce(r.superseded_at <= now() - make_interval(secs => :graceSeconds), false) AS "pastGrace",
    r.code_hash AS "codeHash", r.family_id AS "familyId", r.grant_id AS "grantId", r.scopes, g.scopes AS "grantedScopes", c.scopes AS "clientScopes"
  FROM refresh_tokens r JOIN grants g ON g.id = r.grant_id JOIN clients c ON c.client_id = r.client_id
  WHERE r.token_hash = :refreshTokenHash AND r.client_id = :clientId`,
);

/** Facts about a refresh token of this client, or null when it has no such token. */
export async function findRefreshFacts(
  { refreshTokenHash, codeHash, codeDay }: PresentedRefreshToken,
  clientId: string,
  subject: Subject,
  graceSeconds: number,
): Promise<RefreshFacts | null> {
  const values = { refreshTokenHash, clientId, codeHash, codeDay, graceSeconds };
  const [row] = await findRefreshToken({ ...values, ...subject });
  return row ?? null;
}
