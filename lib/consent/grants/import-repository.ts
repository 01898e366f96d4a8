import type { Database } from "@/lib/kernel/db/client";
import { Prisma } from "@/lib/kernel/db/generated/client";
import type { StoreStatus } from "@/lib/kernel/import-status";

/** A grant to store; exactly one of company and organization is set. */
export type GrantToStore = {
  id: string;
  clientId: string;
  companyId: number | null;
  organizationId: string | null;
  scopes: string[];
  /** The platform's id of a person. */
  grantedBy: string | null;
  grantedAt: Date | null;
};

/** What became of a grant. If `stored` is null it is unchanged, or the other fields say why not. */
export type StoredGrant = {
  stored: Exclude<StoreStatus, "unchanged"> | null;
  hasClient: boolean;
  hasSubject: boolean;
  hasPerson: boolean;
  lostScopes: string[];
  /** When the stored grant was removed, if that was later than the record's grant. */
  removedAt: Date | null;
};

/** Stores a grant and its history in one statement, if its client, subject and person exist. */
export async function storeGrant(tx: Database, grant: GrantToStore): Promise<StoredGrant> {
  const { clientId, companyId, organizationId, scopes } = grant;
  const [row] = await tx.$queryRaw<StoredGrant[]>`
    WITH client AS (
      SELECT c.client_id, c.version, array(SELECT unnest(${scopes}::text[]) EXCEPT SELECT unnest(c.scopes)) AS lost
      FROM clients c WHERE c.client_id = ${clientId} AND c.deleted_at IS NULL
    ),
    subject AS (
      SELECT FROM companies WHERE id = ${companyId}::bigint AND status <> 'closed'
      UNION ALL SELECT FROM organizations WHERE id = ${organizationId}
    ),
    person AS (SELECT id FROM users WHERE external_id = ${grant.grantedBy}),
    before AS (
      SELECT id, scopes, approved_by, revoked_at FROM grants
      WHERE client_id = ${clientId} AND (company_id = ${companyId}::bigint OR organization_id = ${organizationId})
    ),
    removed AS (
      SELECT revoked_at FROM before
      WHERE revoked_at IS NOT NULL AND revoked_at >= coalesce(${grant.grantedAt}::timestamptz, '-infinity')
    ),
    stored AS (
      INSERT INTO grants AS g (id, client_id, company_id, organization_id, scopes, approved_by, created_at, modified_at)
      SELECT ${grant.id}, client.client_id, ${companyId}::bigint, ${organizationId}, ${scopes}::text[],
        (SELECT id FROM person), coalesce(${grant.grantedAt}::timestamptz, now()), coalesce(${grant.grantedAt}::timestamptz, now())
      FROM client
      WHERE cardinality(client.lost) = 0 AND EXISTS (SELECT FROM subject) AND NOT EXISTS (SELECT FROM removed)
        AND (${grant.grantedBy}::text IS NULL OR EXISTS (SELECT FROM person))
        AND NOT EXISTS (SELECT FROM before WHERE before.revoked_at IS NULL AND before.scopes = ${scopes}::text[]
          AND (${grant.grantedBy}::text IS NULL OR before.approved_by = (SELECT id FROM person)))
      ON CONFLICT (client_id, ${subjectColumn(grant)}) DO UPDATE SET scopes = excluded.scopes,
        approved_by = coalesce(excluded.approved_by, g.approved_by), modified_at = now(), revoked_at = NULL
        WHERE g.scopes <> excluded.scopes OR g.revoked_at IS NOT NULL
          OR (excluded.approved_by IS NOT NULL AND g.approved_by IS DISTINCT FROM excluded.approved_by)
      RETURNING g.id, g.approved_by, (xmax = 0) AS is_new
    ),
    history AS (
      INSERT INTO grant_events (grant_id, change, scopes_before, scopes_after, user_id, client_version)
      SELECT stored.id, CASE WHEN before.id IS NULL OR before.revoked_at IS NOT NULL THEN 'granted' ELSE 'changed' END::grant_change,
        CASE WHEN before.revoked_at IS NULL THEN coalesce(before.scopes, '{}') ELSE '{}' END,
        ${scopes}::text[], stored.approved_by, client.version
      FROM stored CROSS JOIN client LEFT JOIN before ON true
    )
    SELECT (SELECT CASE WHEN is_new THEN 'created' ELSE 'updated' END FROM stored) AS stored,
      EXISTS (SELECT FROM client) AS "hasClient", EXISTS (SELECT FROM subject) AS "hasSubject",
      ${grant.grantedBy}::text IS NULL OR EXISTS (SELECT FROM person) AS "hasPerson",
      coalesce((SELECT lost FROM client), '{}') AS "lostScopes", (SELECT revoked_at FROM removed) AS "removedAt"`;
  if (!row) throw new Error("The statement returned no row");
  return row;
}

function subjectColumn({ companyId }: GrantToStore): Prisma.Sql {
  return companyId === null ? Prisma.sql`organization_id` : Prisma.sql`company_id`;
}
