import { type CallTrace, requestUninstall } from "@/lib/consent/deliveries/request-call";
import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

/**
 * Ends everything that a company granted, in the transaction that closes it. Codes and tokens end with the grants, and
 * an uninstall call is stored for each extension; wake the delivery worker after the commit.
 */
export async function closeCompany(
  tx: Database,
  companyId: number,
  { traceparent }: CallTrace = {},
): Promise<void> {
  const subject = { companyId, organizationId: null };
  for (const clientId of await revokeCompanyGrants(tx, companyId)) {
    await requestUninstall(tx, { clientId, subject, traceparent });
  }
}

const revoke = sql<{ companyId: number }, { clientId: string }>(
  "revoke-company-grants",
  { clientId: "text" },
  `
  WITH revoked AS (
    UPDATE grants g SET revoked_at = now(), modified_at = now(), epoch = g.epoch + 1
    FROM clients c
    WHERE g.company_id = :companyId::bigint AND g.revoked_at IS NULL AND c.client_id = g.client_id
    RETURNING g.id, g.client_id, g.scopes, c.version
  ),
  events AS (
    INSERT INTO grant_events (grant_id, change, scopes_before, scopes_after, user_id, client_version)
    SELECT id, 'revoked', scopes, '{}', NULL, version FROM revoked
  )
  SELECT client_id AS "clientId" FROM revoked`,
);

/**
 * Revokes all live grants of a company, with an event in the history of each.
 * @returns the clients that had a grant
 */
async function revokeCompanyGrants(tx: Database, companyId: number): Promise<string[]> {
  const rows = await revoke({ companyId }, tx);
  return rows.map(({ clientId }) => clientId);
}
