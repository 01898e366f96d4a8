import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";

/** Issues an authorization code (RFC 6749 section 4.1.2) and returns it. Only its hash is stored. */
export async function issueCode(tx: Database, request: CodeRequest): Promise<string> {
  const code = newToken("code");
  await storeCode(codeValues(code, request), tx);
  return code;
}

/** The parameters of a new code. */
export type CodeRequest = {
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

/** Stores a code and the event of its issue. */
const storeCode = sql<ReturnType<typeof codeValues>>(
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

function codeValues(code: string, request: CodeRequest) {
  const { subject, grant, askedBy, ...values } = request;
  return {
    ...values,
    ...subject,
    codeHash: new Uint8Array(sha256(code)),
    day: dayOfToken(code),
    grantId: grant.id,
    grantEpoch: grant.epoch,
    offlineOnly: request.offlineOnly ?? false,
    eventKind: askedBy?.kind ?? null,
    requestId: askedBy?.requestId ?? null,
  };
}
