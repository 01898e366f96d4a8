import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { type Database, db } from "@/lib/core/db/client";
import { first, type RowOf, sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";
import { CLIENT_IS_USABLE, SUBJECT_IS_ACTIVE } from "@/lib/protocol/tokens/client-conditions";

/** Issues an authorization code (RFC 6749 section 4.1.2) and returns it. Only its hash is stored. */
export async function issueCode(tx: Database, request: CodeRequest): Promise<string> {
  const { subject, grant, askedBy, ...values } = request;
  const code = newToken("code");
  await storeCode(
    {
      ...values,
      ...subject,
      codeHash: new Uint8Array(sha256(code)),
      day: dayOfToken(code),
      grantId: grant.id,
      grantEpoch: grant.epoch,
      offlineOnly: request.offlineOnly ?? false,
      eventKind: askedBy?.kind ?? null,
      requestId: askedBy?.requestId ?? null,
    },
    tx,
  );
  return code;
}

type CodeRequest = {
  clientId: string;
  subject: Subject;
  userId: string;
  /** The session in which it was requested; null for a code that was issued without a browser. */
  sessionId: string | null;
  /** Whether it can be exchanged for offline tokens only. */
  offlineOnly?: boolean;
  grant: { id: string; epoch: number };
  scopes: readonly string[];
  redirectUri: string;
  codeChallenge: string | null;
  /** The request that led to it. Without one, no event is recorded. */
  askedBy?: { kind: "authorize" | "consent"; requestId: string };
};

/** Seconds that a code has until its first use. */
export const CODE_SECONDS = 60;
/** Seconds after issue in which a code that was used for one kind of token works for the other. */
const SECOND_USE_SECONDS = 600;

/**
 * Stores a code for each row of the CTE `code`, whose columns are those of authorization_codes, and
 * the event of its issue, unless event_kind is null. Unauthenticated: no client has proved anything yet.
 */
export const INSERT_CODE = `
stored AS (
  INSERT INTO authorization_codes (day, code_hash, client_id, company_id, organization_id, grant_id,
    grant_epoch, user_id, session_id, offline_only, scopes, redirect_uri, code_challenge, expires_at,
    second_use_expires_at)
  SELECT day, code_hash, client_id, company_id, organization_id, grant_id, grant_epoch, user_id, session_id,
    offline_only, scopes, redirect_uri, code_challenge, now() + interval '${CODE_SECONDS} seconds',
    now() + interval '${SECOND_USE_SECONDS} seconds'
  FROM code
  RETURNING code_hash
),
event AS (
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason,
    authenticated, request_id)
  SELECT event_kind, 'issued', client_id, company_id, organization_id,
    'authorization_code', false, request_id
  FROM code WHERE event_kind IS NOT NULL
)`;

const storeCode = sql<object>(
  "insert-code",
  {},
  `
WITH code AS (
  SELECT :day::int AS day, :codeHash::bytea AS code_hash, :clientId AS client_id, :companyId::bigint AS company_id,
    :organizationId AS organization_id, :grantId AS grant_id, :grantEpoch::int AS grant_epoch,
    :userId AS user_id, :sessionId AS session_id, :offlineOnly::boolean AS offline_only,
    :scopes::text[] AS scopes, :redirectUri AS redirect_uri, :codeChallenge AS code_challenge,
    :eventKind AS event_kind, :requestId AS request_id
), ${INSERT_CODE}
SELECT code_hash FROM stored`,
);

/**
 * Issues a code without a browser for an existing grant of a company. It acts for the person who approved
 * the grant and can only be exchanged for offline tokens, since no one is signed in.
 * @param requestId under which its event is found
 * @returns null if nothing is granted, something is suspended, or the person who approved it no longer exists
 */
export async function issueCodeForInstall(
  clientId: string,
  companyId: number,
  requestId: string,
): Promise<string | null> {
  const grant = first(await findInstalledGrant({ clientId, companyId }));
  if (!grant) return null;
  return issueCode(db(), {
    clientId,
    subject: { companyId, organizationId: null },
    userId: grant.approvedBy,
    sessionId: null,
    offlineOnly: true,
    grant,
    scopes: grant.scopes,
    redirectUri: grant.redirectUri ?? "",
    codeChallenge: null,
    askedBy: { kind: "consent", requestId },
  });
}

const INSTALLED_GRANT = {
  id: "text",
  epoch: "int4",
  scopes: "text[]",
  approvedBy: "text!",
  redirectUri: "text?",
} as const;

const findInstalledGrant = sql<
  { clientId: string; companyId: number },
  RowOf<typeof INSTALLED_GRANT>
>(
  "find-installed-grant",
  INSTALLED_GRANT,
  `
  SELECT g.id, g.epoch, g.scopes, g.approved_by AS "approvedBy", c.redirect_urls[1] AS "redirectUri"
  FROM grants g JOIN clients c ON c.client_id = g.client_id
  WHERE g.client_id = :clientId AND g.company_id = :companyId::bigint AND g.revoked_at IS NULL
    AND g.approved_by IS NOT NULL AND ${CLIENT_IS_USABLE} AND ${SUBJECT_IS_ACTIVE("g.company_id", "NULL")}`,
);
