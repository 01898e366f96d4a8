import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";
import type { Caller } from "@/lib/operation/access/caller";

/** Selects grants of a client: those of a company or organization, or all of them. */
type ChosenGrants = {
  clientId: string;
  /** Who revokes them; null for a client's token. */
  userId: string | null;
} & ({ givenBy: Subject } | { ofClientOwnedBy: string });

const revoke = sql<
  {
    clientId: string;
    companyId: number | null;
    organizationId: string | null;
    ownerId: string | null;
    userId: string | null;
  },
  { revoked: number }
>(
  "revoke-grants",
  { revoked: "int4" },
  `
  WITH revoked AS (
    UPDATE grants g SET revoked_at = now(), modified_at = now(), epoch = g.epoch + 1
    FROM clients c
    WHERE g.client_id = :clientId AND g.revoked_at IS NULL AND c.client_id = g.client_id
      AND (g.company_id = :companyId::bigint OR g.organization_id = :organizationId
        OR c.organization_id = :ownerId)
    RETURNING g.id, g.scopes, c.version
  ),
  events AS (
    INSERT INTO grant_events (grant_id, change, scopes_before, scopes_after, user_id, client_version)
    SELECT id, 'revoked', scopes, '{}', :userId, version FROM revoked
  )
  SELECT count(*)::int AS revoked FROM revoked`,
);

/**
 * Revokes live grants of a client, with an event in the history of each. Codes and tokens of the old
 * epoch end with it.
 * @returns how many there were
 */
export async function revokeGrants(tx: Database, choice: ChosenGrants): Promise<number> {
  const { clientId, userId } = choice;
  const { companyId, organizationId } = "givenBy" in choice ? choice.givenBy : NO_OWNER;
  const ownerId = "ofClientOwnedBy" in choice ? choice.ofClientOwnedBy : null;
  // Exactly one of the three is set; a comparison with null finds nothing.
  const chosenIds = { companyId, organizationId, ownerId };
  const [row] = await revoke({ clientId, userId, ...chosenIds }, tx);
  return row?.revoked ?? 0;
}

const NO_OWNER = { companyId: null, organizationId: null };

/**
 * Revokes everything that companies granted to a client of the caller's organization, in the
 * transaction that deletes it.
 * @returns how many grants were live
 */
export function revokeClientGrants(
  tx: Database,
  caller: Caller,
  clientId: string,
): Promise<number> {
  return revokeGrants(tx, {
    ofClientOwnedBy: caller.organizationId,
    clientId,
    userId: caller.kind === "user" ? caller.userId : null,
  });
}
