import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { StoreStatus } from "@/lib/core/values/import-status";

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

/**
 * The outcome for a grant. If `stored` is null, the grant is unchanged, or the first of the other fields that applies
 * explains why it was not stored.
 */
export type StoredGrant = {
  stored: Exclude<StoreStatus, "unchanged"> | null;
  hasClient: boolean;
  hasSubject: boolean;
  hasPerson: boolean;
  lostScopes: string[];
  /** Null without a live grant. */
  scopesBefore: string[] | null;
  /** When the stored grant was removed, if that was later than the record's grant. */
  removedAt: Date | null;
};

/** A grant and its position in the list that is stored. */
type Positioned = GrantToStore & { position: number };

/** `isOvertaken` is true if nothing was stored because another request changed the grant in the meantime. */
type StoredPosition = StoredGrant & { position: number; isOvertaken: boolean };

/**
 * Stores grants and their history in one statement for those of companies and one for those of organizations, as far as
 * clients, subjects, and people exist. No two of the grants may have the same client and subject.
 * @returns the outcome for each, in the same order
 */
export async function storeGrants(
  tx: Database,
  grants: readonly GrantToStore[],
): Promise<StoredGrant[]> {
  const rows: StoredPosition[] = [];
  let remaining = grants.map((grant, position) => ({ ...grant, position }));
  while (remaining.length > 0) {
    for (const row of await storeOnce(tx, remaining)) rows[row.position] = row;
    remaining = remaining.filter(({ position }) => rows[position]?.isOvertaken);
  }
  return rows;
}

async function storeOnce(tx: Database, grants: readonly Positioned[]): Promise<StoredPosition[]> {
  const ofCompanies = grants.filter(({ companyId }) => companyId !== null);
  const ofOrganizations = grants.filter(({ companyId }) => companyId === null);
  return [
    ...(ofCompanies.length > 0
      ? await storeOfCompanies({ grants: JSON.stringify(ofCompanies) }, tx)
      : []),
    ...(ofOrganizations.length > 0
      ? await storeOfOrganizations({ grants: JSON.stringify(ofOrganizations) }, tx)
      : []),
  ];
}

// Grants are stored in the order of their keys, so that two imports of the same file wait instead of blocking each other.
// A grant that has changed since it was read is not updated, because its history would name the wrong scopes.
// Only one kind of subject in a join, or PostgreSQL reads all grants of the client to find one.
function declare(kind: "company" | "organization") {
  const [subjectColumn, subjectSent] = [`${kind}_id`, `s."${kind}Id"`];
  return sql<{ grants: string }, StoredPosition>(
    `import-${kind}-grants`,
    {
      position: "int4",
      stored: "text",
      hasClient: "bool",
      hasSubject: "bool",
      hasPerson: "bool",
      lostScopes: "text[]",
      scopesBefore: "text[]",
      removedAt: "timestamptz",
      isOvertaken: "bool",
    },
    `
    WITH sent AS (
      SELECT * FROM jsonb_to_recordset(:grants::jsonb) AS s (position int, id text, "clientId" text,
        "companyId" bigint, "organizationId" text, scopes text[], "grantedBy" text, "grantedAt" timestamptz)
    ),
    read AS (
      SELECT s.position, s.id, s."clientId" AS client_id, s."companyId" AS company_id, s."organizationId" AS organization_id,
        s.scopes, s."grantedBy" AS granted_by, s."grantedAt" AS granted_at,
        c.client_id IS NOT NULL AS has_client, c.version AS client_version,
        array(SELECT unnest(s.scopes) EXCEPT SELECT unnest(c.scopes)) AS lost,
        co.id IS NOT NULL OR o.id IS NOT NULL AS has_subject,
        u.id AS person_id, s."grantedBy" IS NULL OR u.id IS NOT NULL AS has_person,
        b.id AS before_id, b.scopes AS before_scopes, b.approved_by AS before_approved_by, b.revoked_at AS before_revoked_at,
        CASE WHEN b.revoked_at >= coalesce(s."grantedAt", '-infinity') THEN b.revoked_at END AS removed_at
      FROM sent s
        LEFT JOIN clients c ON c.client_id = s."clientId" AND c.deleted_at IS NULL
        LEFT JOIN companies co ON co.id = s."companyId" AND co.status <> 'closed'
        LEFT JOIN organizations o ON o.id = s."organizationId"
        LEFT JOIN users u ON u.external_id = s."grantedBy"
        LEFT JOIN grants b ON b.client_id = s."clientId" AND b.${subjectColumn} = ${subjectSent}
    ),
    record AS (
      SELECT read.*, has_client AND has_subject AND has_person AND cardinality(lost) = 0 AND removed_at IS NULL
        AND NOT coalesce(before_id IS NOT NULL AND before_revoked_at IS NULL AND before_scopes = scopes
          AND (granted_by IS NULL OR before_approved_by = person_id), false) AS differs
      FROM read
    ),
    stored AS (
      INSERT INTO grants AS g (id, client_id, company_id, organization_id, scopes, approved_by, created_at, modified_at)
      SELECT id, client_id, company_id, organization_id, scopes, person_id, coalesce(granted_at, now()), coalesce(granted_at, now())
      FROM record WHERE differs
      ORDER BY client_id, company_id, organization_id
      ON CONFLICT (client_id, ${subjectColumn}) DO UPDATE SET scopes = excluded.scopes,
        approved_by = coalesce(excluded.approved_by, g.approved_by), modified_at = now(), revoked_at = NULL
        WHERE (g.id, g.scopes, coalesce(g.revoked_at, 'infinity'))
          IN (SELECT before_id, before_scopes, coalesce(before_revoked_at, 'infinity') FROM record)
      RETURNING g.id, g.client_id, g.${subjectColumn}, g.approved_by, (xmax = 0) AS is_new
    ),
    outcome AS (
      SELECT record.*, stored.id AS stored_id, stored.approved_by, stored.is_new
      FROM record LEFT JOIN stored ON stored.client_id = record.client_id AND stored.${subjectColumn} = record.${subjectColumn}
    ),
    history AS (
      INSERT INTO grant_events (grant_id, change, scopes_before, scopes_after, user_id, client_version)
      SELECT stored_id, CASE WHEN before_id IS NULL OR before_revoked_at IS NOT NULL THEN 'granted' ELSE 'changed' END::grant_change,
        CASE WHEN before_revoked_at IS NULL THEN coalesce(before_scopes, '{}') ELSE '{}' END,
        scopes, approved_by, client_version
      FROM outcome WHERE stored_id IS NOT NULL
    )
    SELECT position, CASE WHEN stored_id IS NULL THEN NULL WHEN is_new THEN 'created' ELSE 'updated' END AS stored,
      has_client AS "hasClient", has_subject AS "hasSubject", has_person AS "hasPerson", lost AS "lostScopes",
      CASE WHEN before_revoked_at IS NULL THEN before_scopes END AS "scopesBefore",
      removed_at AS "removedAt", differs AND stored_id IS NULL AS "isOvertaken"
    FROM outcome`,
  );
}

const storeOfCompanies = declare("company");
const storeOfOrganizations = declare("organization");
