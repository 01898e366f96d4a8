import { hotQuery } from "@/lib/db/pool";

/** Where a request was refused. */
export type RefusalKind =
  | "authorize"
  | "consent"
  | "token"
  | "bearer"
  | "startup"
  | "introspect"
  | "revoke"
  | "push";

/** A refusal; ids are as the request named them and may not exist. */
export type RefusalRow = {
  kind: RefusalKind;
  clientId: string | null;
  companyId: number | null;
  organizationId: string | null;
  reason: string;
  detail: string;
  requestId: string;
};

// The sub-selects leave out what does not exist, so that a made-up id is no reason to fail.
const INSERT_REFUSAL = `
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason, detail, request_id)
  VALUES ($1::authorization_event_kind, 'refused',
    (SELECT client_id FROM clients WHERE client_id = $2),
    (SELECT id FROM companies WHERE id = $3::int),
    (SELECT id FROM organizations WHERE id = $4),
    $5, $6, $7)`;

/** Stores a refusal. */
export async function insertRefusal(row: RefusalRow): Promise<void> {
  const { kind, clientId, companyId, organizationId, reason, detail, requestId } = row;
  const values = [kind, clientId, companyId, organizationId, reason, detail, requestId];
  await hotQuery("insert-refusal", INSERT_REFUSAL, values);
}
