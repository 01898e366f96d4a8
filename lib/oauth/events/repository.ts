import { hotQuery } from "@/lib/db/pool";
import type { CheckName } from "@/lib/oauth/events/check-names";
import type { Fix } from "@/lib/oauth/events/fix-schemas";
import type { RedactedInput } from "@/lib/oauth/events/redact-input";
import type { eventKinds } from "@/lib/oauth/events/schemas";

/** Where a request was refused. */
export type RefusalKind = (typeof eventKinds)[number];

/** A refusal; ids are as the request named them and may not exist. */
export type RefusalRow = {
  kind: RefusalKind;
  clientId: string | null;
  companyId: number | null;
  organizationId: string | null;
  reason: string;
  detail: string;
  check: CheckName;
  difference: string | null;
  input: RedactedInput;
  fix: Fix | null;
  authenticated: boolean;
  requestId: string;
};

// The sub-selects leave out what does not exist, so that a made-up id is no reason to fail.
const INSERT_REFUSAL = `
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason, detail,
    "check", difference, input, fix, authenticated, request_id)
  VALUES ($1::authorization_event_kind, 'refused',
    (SELECT client_id FROM clients WHERE client_id = $2),
    (SELECT id FROM companies WHERE id = $3::int),
    (SELECT id FROM organizations WHERE id = $4),
    $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11, $12)`;

/** Stores a refusal. */
export async function insertRefusal(row: RefusalRow): Promise<void> {
  await hotQuery("insert-refusal", INSERT_REFUSAL, [
    row.kind,
    row.clientId,
    row.companyId,
    row.organizationId,
    row.reason,
    row.detail,
    row.check,
    row.difference,
    JSON.stringify(row.input),
    row.fix === null ? null : JSON.stringify(row.fix),
    row.authenticated,
    row.requestId,
  ]);
}

/** What is known of a pair of credentials; `secretName` null: the client never had such a secret. */
export type CredentialFacts = {
  isActive: boolean;
  secretName: string | null;
  /** When the secret was revoked or its overlap ended; null while it is live. */
  endedAt: Date | null;
  wasRevoked: boolean;
};

const FIND_CREDENTIAL_FACTS = `
  SELECT c.is_active AND c.deleted_at IS NULL AS "isActive", s.name AS "secretName",
    s.revoked_at IS NOT NULL AS "wasRevoked",
    CASE WHEN s.revoked_at IS NOT NULL THEN s.revoked_at WHEN s.expires_at <= now() THEN s.expires_at END AS "endedAt"
  FROM clients c LEFT JOIN client_secrets s ON s.client_id = c.client_id AND s.secret_hash = $2
  WHERE c.client_id = $1`;

/** Facts about refused credentials, or null when there is no such client. */
export async function findCredentialFacts(
  clientId: string,
  secretHash: Buffer,
): Promise<CredentialFacts | null> {
  const values = [clientId, secretHash];
  const [row] = await hotQuery<CredentialFacts>(
    "find-credential-facts",
    FIND_CREDENTIAL_FACTS,
    values,
  );
  return row ?? null;
}
