import type { Database } from "@/lib/db/client";

/**
 * Revokes a company's grant with an event in its history. Codes and tokens of the old epoch die
 * with it.
 * @returns whether there was one
 */
export async function revokeGrant(
  tx: Database,
  of: { companyId: number; clientId: string; userId: string | null },
): Promise<boolean> {
  const count = await tx.$executeRaw`
    WITH revoked AS (
      UPDATE grants SET revoked_at = now(), modified_at = now(), epoch = epoch + 1
      WHERE company_id = ${of.companyId} AND client_id = ${of.clientId} AND revoked_at IS NULL
      RETURNING id, client_id, scopes
    )
    INSERT INTO grant_events (grant_id, change, scopes_before, scopes_after, user_id, client_version)
    SELECT revoked.id, 'revoked', revoked.scopes, '{}', ${of.userId}, c.version
    FROM revoked JOIN clients c ON c.client_id = revoked.client_id`;
  return count === 1;
}
