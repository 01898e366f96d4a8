import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

const narrow = sql<{ clientId: string }, { narrowed: number }>(
  "narrow-grants",
  { narrowed: "int4" },
  `
  WITH narrowed AS (
    UPDATE grants g SET modified_at = now(), scopes = ARRAY(
      SELECT scope FROM unnest(g.scopes) AS scope WHERE scope = ANY (c.scopes) ORDER BY scope COLLATE "C")
    FROM clients c JOIN grants old USING (client_id)
    WHERE c.client_id = :clientId AND old.id = g.id AND g.revoked_at IS NULL AND NOT g.scopes <@ c.scopes
    RETURNING g.id, old.scopes AS scopes_before, g.scopes AS scopes_after, c.version
  ),
  events AS (
    INSERT INTO grant_events (grant_id, change, scopes_before, scopes_after, user_id, client_version)
    SELECT id, 'changed', scopes_before, scopes_after, NULL, version FROM narrowed
  )
  SELECT count(*)::int AS narrowed FROM narrowed`,
);

/**
 * Takes from all live grants of a client the scopes that it is no longer registered for, in the transaction that changes
 * the client. Each grant's history gets an event without a person, because no one on the company's side decided it.
 */
export async function narrowGrants(tx: Database, clientId: string): Promise<number> {
  const [row] = await narrow({ clientId }, tx);
  return row?.narrowed ?? 0;
}
