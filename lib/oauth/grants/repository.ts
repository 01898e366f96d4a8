import type { Database } from "@/lib/db/client";

/**
 * Revokes every live grant of an organization's client, with an event each. Codes and tokens of the
 * old epoch die with it.
 * @param userId who does it; null for a client's token
 * @returns how many grants were live
 */
export function revokeGrantsOfClient(
  tx: Database,
  of: { organizationId: string; clientId: string; userId: string | null },
): Promise<number> {
  return tx.$executeRaw`
    WITH revoked AS (
      UPDATE grants g
      SET revoked_at = now(), modified_at = now(), epoch = g.epoch + 1
      FROM clients c
      WHERE g.client_id = ${of.clientId} AND g.revoked_at IS NULL
        AND c.client_id = g.client_id AND c.organization_id = ${of.organizationId}
      RETURNING g.id, g.scopes, c.version
    )
    INSERT INTO grant_events (grant_id, change, scopes_before, scopes_after, user_id, client_version)
    SELECT id, 'revoked', scopes, '{}', ${of.userId}, version FROM revoked`;
}
