import { z } from "zod";
import { type PlatformEntry, type StoreOutcome, UNCHANGED } from "@/lib/audit/record-change";
import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { column, type RowOf, sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import { clientIdSchema, externalIdSchema } from "@/lib/core/schemas/id-schema";
import { oneSubject, subjectFields, subjectOf } from "@/lib/core/schemas/subject-schema";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";
import type { StoreStatus } from "@/lib/core/values/import-status";
import { scopeListSchema } from "@/lib/protocol/scopes/scope-name";

/**
 * Stores grants that the platform already has, so that no one has to consent again. A grant that was removed here stays
 * removed, unless its record says that it was given later. No two records may have the same client and subject.
 * @returns the outcome for each record, in the same order. Errors: not_found for an unknown client, company, organization
 * or person; invalid_scope for a scope that the client is not registered for; conflict for a grant that was removed here
 */
export async function importGrants(
  tx: Database,
  records: readonly GrantRecord[],
): Promise<(StoreOutcome | ServiceError)[]> {
  const grants = records.map((record, position) => ({ ...record, position, id: newId() }));
  const outcomes = await storeGrants(tx, grants);
  return records.map((record, index) => outcomeOf(record, outcomes[index]));
}

function outcomeOf(
  record: GrantRecord,
  outcome: StoredPosition | undefined,
): StoreOutcome | ServiceError {
  if (!outcome) throw new Error("The statement returned too few rows");
  const { stored, hasClient, hasSubject, hasPerson, lostScopes, removedAt, scopesBefore } = outcome;
  if (stored) return { status: stored, entries: [entryOf(stored, record, scopesBefore)] };
  if (!hasClient) return missing(`client ${record.client_id}`);
  if (!hasSubject) {
    return missing(
      record.company_id === undefined
        ? `organization ${record.organization_id}`
        : `company ${record.company_id}`,
    );
  }
  if (!hasPerson) return missing(`person with the external_id ${record.granted_by}`, "them");
  if (lostScopes.length > 0) {
    const message = `The client is not registered for ${lostScopes.join(", ")}. Import the client with these scopes first.`;
    return new ServiceError("invalid_scope", message);
  }
  if (removedAt) {
    const message = `The grant was removed here at ${removedAt.toISOString()}. Only the company can give it again.`;
    return new ServiceError("conflict", message);
  }
  return UNCHANGED;
}

function entryOf(
  status: "created" | "updated",
  record: GrantRecord,
  scopesBefore: string[] | null,
): PlatformEntry {
  const { client_id, scopes } = record;
  const subject = subjectOf(record);
  return {
    action: `grant.${status}`,
    target: `client:${client_id}`,
    ...(scopesBefore && { before: { ...subject, scopes: scopesBefore } }),
    after: { ...subject, scopes },
  };
}

function missing(what: string, pronoun: "it" | "them" = "it"): ServiceError {
  return new ServiceError("not_found", `There is no ${what}. Import ${pronoun} first.`);
}

export const grantRecordSchema = z
  .strictObject({
    type: z.literal("grant"),
    client_id: clientIdSchema,
    ...subjectFields,
    scopes: scopeListSchema,
    granted_by: externalIdSchema.optional(),
    granted_at: timestampInput.optional(),
  })
  .superRefine(oneSubject);

type GrantRecord = z.output<typeof grantRecordSchema>;

const STORED_POSITION = {
  position: "int4",
  stored: column<Exclude<StoreStatus, "unchanged"> | null>("text?"),
  hasClient: "bool",
  hasSubject: "bool",
  hasPerson: "bool",
  lostScopes: "text[]",
  /** Null without a live grant. */
  scopesBefore: "text[]?",
  /** When the stored grant was removed, if that was later than the record's grant. */
  removedAt: "timestamptz?",
  /** Whether nothing was stored because another request changed the grant in the meantime. */
  isOvertaken: "bool",
} as const;

/**
 * The outcome for a grant. If `stored` is null, the grant is unchanged, or the first of the other fields that applies
 * explains why it was not stored.
 */
type StoredPosition = RowOf<typeof STORED_POSITION>;

/**
 * Stores grants and their history in one statement for those of companies and one for those of organizations, as far as
 * clients, subjects, and people exist. No two of the grants may have the same client and subject.
 * @returns the outcome for each, in the same order
 */
async function storeGrants(
  tx: Database,
  grants: readonly GrantToStore[],
): Promise<StoredPosition[]> {
  const rows: StoredPosition[] = [];
  let remaining = grants;
  while (remaining.length > 0) {
    for (const row of await storeOnce(tx, remaining)) rows[row.position] = row;
    remaining = remaining.filter(({ position }) => rows[position]?.isOvertaken);
  }
  return rows;
}

async function storeOnce(tx: Database, grants: readonly GrantToStore[]): Promise<StoredPosition[]> {
  const rows: StoredPosition[] = [];
  for (const kind of ["company", "organization"] as const) {
    const ofKind = grants.filter((grant) => grant[`${kind}_id`] !== undefined);
    if (ofKind.length === 0) continue;
    rows.push(...(await storeOf[kind]({ grants: JSON.stringify(ofKind) }, tx)));
  }
  return rows;
}

type GrantToStore = GrantRecord & { position: number; id: string };

// Grants are stored in the order of their keys, so that two imports of the same file wait instead of blocking each other.
// A grant that has changed since it was read is not updated, because its history would name the wrong scopes.
// Only one kind of subject in a join, or PostgreSQL reads all grants of the client to find one.
function declare(kind: "company" | "organization") {
  const subject = `${kind}_id`;
  return sql<{ grants: string }, StoredPosition>(
    `import-${kind}-grants`,
    STORED_POSITION,
    `
    WITH sent AS (
      SELECT * FROM jsonb_to_recordset(:grants::jsonb) AS s (position int, id text, client_id text,
        company_id bigint, organization_id text, scopes text[], granted_by text, granted_at timestamptz)
    ),
    read AS (
      SELECT s.*, c.client_id IS NOT NULL AS has_client, c.version AS client_version,
        array(SELECT unnest(s.scopes) EXCEPT SELECT unnest(c.scopes)) AS lost,
        co.id IS NOT NULL OR o.id IS NOT NULL AS has_subject,
        u.id AS person_id, s.granted_by IS NULL OR u.id IS NOT NULL AS has_person,
        b.id AS before_id, b.scopes AS before_scopes, b.approved_by AS before_approved_by, b.revoked_at AS before_revoked_at,
        CASE WHEN b.revoked_at >= coalesce(s.granted_at, '-infinity') THEN b.revoked_at END AS removed_at
      FROM sent s
        LEFT JOIN clients c ON c.client_id = s.client_id AND c.deleted_at IS NULL
        LEFT JOIN companies co ON co.id = s.company_id AND co.status <> 'closed'
        LEFT JOIN organizations o ON o.id = s.organization_id
        LEFT JOIN users u ON u.external_id = s.granted_by
        LEFT JOIN grants b ON b.client_id = s.client_id AND b.${subject} = s.${subject}
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
      ON CONFLICT (client_id, ${subject}) DO UPDATE SET scopes = excluded.scopes,
        approved_by = coalesce(excluded.approved_by, g.approved_by), modified_at = now(), revoked_at = NULL
        WHERE (g.id, g.scopes, coalesce(g.revoked_at, 'infinity'))
          IN (SELECT before_id, before_scopes, coalesce(before_revoked_at, 'infinity') FROM record)
      RETURNING g.id, g.client_id, g.${subject}, g.approved_by, (xmax = 0) AS is_new
    ),
    outcome AS (
      SELECT record.*, stored.id AS stored_id, stored.approved_by, stored.is_new
      FROM record LEFT JOIN stored ON stored.client_id = record.client_id AND stored.${subject} = record.${subject}
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

const storeOf = { company: declare("company"), organization: declare("organization") };
