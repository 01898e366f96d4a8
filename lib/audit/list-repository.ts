import type { AuditFilter, ListAuditQuery } from "@/lib/audit/query-schemas";
import { hotQuery } from "@/lib/kernel/db/pool";

/** An audit row as stored, with current names. */
export type AuditEntryRow = {
  id: string;
  actor: string;
  actorName: string | null;
  actorEmail: string | null;
  action: string;
  target: string;
  targetName: string | null;
  before: unknown;
  after: unknown;
  ipAddress: string | null;
  requestId: string;
  createdAt: Date;
  /** Hex. */
  previousHash: string | null;
  /** Hex. */
  hash: string;
};

const FILTER = `
  a.organization_id = $1
  AND ($2::text IS NULL OR a.target = 'client:' || $2 OR a.target = ANY (
    ARRAY(SELECT 'secret:' || s.id FROM client_secrets s WHERE s.client_id = $2)))
  AND ($3::text IS NULL OR a.target = $3) AND ($4::text IS NULL OR a.actor = $4)
  AND ($5::text IS NULL OR a.action = $5) AND ($6::text IS NULL OR a.request_id = $6)
  AND ($7::timestamptz IS NULL OR a.created_at >= $7)
  AND ($8::timestamptz IS NULL OR a.created_at < $8)`;

// Only names of the organization's own clients and secrets, whatever an entry refers to.
const ACTOR_NAMES = `
  LEFT JOIN users u ON a.actor LIKE 'user:%' AND u.id = split_part(a.actor, ':', 2)
  LEFT JOIN clients ac ON a.actor LIKE 'client:%' AND ac.client_id = split_part(a.actor, ':', 2)
    AND ac.organization_id = a.organization_id`;
const TARGET_NAMES = `
  LEFT JOIN clients tc ON a.target LIKE 'client:%' AND tc.client_id = split_part(a.target, ':', 2)
    AND tc.organization_id = a.organization_id
  LEFT JOIN client_secrets ts ON a.target LIKE 'secret:%' AND ts.id = split_part(a.target, ':', 2)
    AND ts.client_id IN (SELECT client_id FROM clients WHERE organization_id = a.organization_id)
  LEFT JOIN users tu ON a.target LIKE 'user:%' AND tu.id = split_part(a.target, ':', 2)`;

const ACTOR_NAME = "coalesce(nullif(btrim(concat(u.first_name, ' ', u.last_name)), ''), ac.name)";
const TARGET_NAME =
  "coalesce(tc.name, ts.name, nullif(btrim(concat(tu.first_name, ' ', tu.last_name)), ''))";

const COLUMNS = `
  a.id::text AS id, a.actor, ${ACTOR_NAME} AS "actorName", u.email AS "actorEmail", a.action,
  a.target, ${TARGET_NAME} AS "targetName", a.before, a.after, a.ip_address AS "ipAddress",
  a.request_id AS "requestId", a.created_at AS "createdAt",
  encode(a.previous_hash, 'hex') AS "previousHash", encode(a.hash, 'hex') AS hash`;

// Count and page in one statement; only rows of the page need names.
const LIST_AUDIT = `
  SELECT counted.total, listed.*
  FROM (SELECT count(*)::int AS total FROM audit_rows a WHERE ${FILTER}) counted
  LEFT JOIN (
    SELECT ${COLUMNS}
    FROM (SELECT * FROM audit_rows a WHERE ${FILTER} ORDER BY a.id DESC LIMIT $9 OFFSET $10) a
    ${ACTOR_NAMES} ${TARGET_NAMES}
  ) listed ON true
  ORDER BY listed.id::bigint DESC`;

/** A page of an organization's audit rows, newest first, with the number of matches. */
export async function listAuditRows(
  organizationId: string,
  query: ListAuditQuery,
): Promise<{ total: number; entries: AuditEntryRow[] }> {
  const rows = await hotQuery<{ total: number } & (AuditEntryRow | { id: null })>(
    "list-audit",
    LIST_AUDIT,
    [...filterValues(organizationId, query), query.page_size, pageOffset(query)],
  );
  const entries = rows.filter((row) => row.id !== null);
  return { total: rows[0]?.total ?? 0, entries };
}

const READ_BATCH = `
  SELECT ${COLUMNS}
  FROM (
    SELECT * FROM audit_rows a WHERE ${FILTER} AND a.id < $9 ORDER BY a.id DESC LIMIT $10
  ) a ${ACTOR_NAMES} ${TARGET_NAMES}
  ORDER BY a.id DESC`;

/** The newest matching rows below an id, newest first. */
export function readAuditBatch(
  organizationId: string,
  filter: AuditFilter,
  belowId: string,
  limit: number,
): Promise<AuditEntryRow[]> {
  const values = [...filterValues(organizationId, filter), belowId, limit];
  return hotQuery<AuditEntryRow>("read-audit-batch", READ_BATCH, values);
}

/** The filter choices in the newest entries of a log. */
export type AuditChoices = {
  actions: string[];
  actors: { actor: string; name: string | null; email: string | null }[];
};

/** The number of entries to collect choices from; covers all but long logs. */
const CHOICES_FROM = 5_000;

const READ_CHOICES = `
  WITH recent AS (
    SELECT a.organization_id, a.actor, a.action FROM audit_rows a WHERE a.organization_id = $1
    ORDER BY a.id DESC LIMIT ${CHOICES_FROM}
  )
  SELECT ARRAY(SELECT DISTINCT action FROM recent ORDER BY action) AS actions,
    (SELECT coalesce(json_agg(json_build_object('actor', a.actor, 'name', ${ACTOR_NAME},
        'email', u.email) ORDER BY ${ACTOR_NAME}, a.actor), '[]')
      FROM (SELECT DISTINCT organization_id, actor FROM recent) a ${ACTOR_NAMES}) AS actors`;

/** Actions and actors of an organization's newest entries. */
export async function readAuditChoices(organizationId: string): Promise<AuditChoices> {
  const [row] = await hotQuery<AuditChoices>("read-audit-choices", READ_CHOICES, [organizationId]);
  return row ?? { actions: [], actors: [] };
}

function filterValues(organizationId: string, filter: AuditFilter): unknown[] {
  return [
    organizationId,
    filter.client_id ?? null,
    filter.target ?? null,
    filter.actor ?? null,
    filter.action ?? null,
    filter.request_id ?? null,
    filter.from ?? null,
    filter.to ?? null,
  ];
}

function pageOffset({ page_no, page_size }: ListAuditQuery): number {
  return (page_no - 1) * page_size;
}
