import type { AuditFilter, ListAuditQuery } from "@/lib/audit/query-schemas";
import { type Columns, statement } from "@/lib/kernel/db/statement";

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

type FilterValues = Record<
  "clientId" | "target" | "actor" | "action" | "requestId" | "from" | "to",
  string | null
> & { organizationId: string };

/**
 * Audit rows `a` of `:organizationId` that match `:clientId`, `:target`, `:actor`, `:action`, `:requestId`,
 * `:from`, and `:to`; null matches all.
 */
const FILTER = `
  a.organization_id = :organizationId
  AND (:clientId::text IS NULL OR a.target = 'client:' || :clientId OR a.target = ANY (
    ARRAY(SELECT 'secret:' || s.id FROM client_secrets s WHERE s.client_id = :clientId)))
  AND (:target::text IS NULL OR a.target = :target) AND (:actor::text IS NULL OR a.actor = :actor)
  AND (:action::text IS NULL OR a.action = :action) AND (:requestId::text IS NULL OR a.request_id = :requestId)
  AND (:from::timestamptz IS NULL OR a.created_at >= :from)
  AND (:to::timestamptz IS NULL OR a.created_at < :to)`;

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

const COLUMN_TYPES = {
  id: "text",
  actor: "text",
  actorName: "text",
  actorEmail: "text",
  action: "text",
  target: "text",
  targetName: "text",
  before: "jsonb",
  after: "jsonb",
  ipAddress: "text",
  requestId: "text",
  createdAt: "timestamptz",
  previousHash: "text",
  hash: "text",
} satisfies Columns<AuditEntryRow>;

// Count and page in one statement; only rows of the page need names.
const listAudit = statement<
  FilterValues & { limit: number; offset: number },
  { total: number } & (AuditEntryRow | { id: null })
>(
  "list-audit",
  { total: "int4", ...COLUMN_TYPES },
  `
  SELECT counted.total, listed.*
  FROM (SELECT count(*)::int AS total FROM audit_rows a WHERE ${FILTER}) counted
  LEFT JOIN (
    SELECT ${COLUMNS}
    FROM (SELECT * FROM audit_rows a WHERE ${FILTER} ORDER BY a.id DESC LIMIT :limit OFFSET :offset) a
    ${ACTOR_NAMES} ${TARGET_NAMES}
  ) listed ON true
  ORDER BY listed.id::bigint DESC`,
);

/** A page of an organization's audit rows, newest first, with the number of matches. */
export async function listAuditRows(
  organizationId: string,
  query: ListAuditQuery,
): Promise<{ total: number; entries: AuditEntryRow[] }> {
  const rows = await listAudit({
    ...filterValues(organizationId, query),
    limit: query.page_size,
    offset: (query.page_no - 1) * query.page_size,
  });
  const entries = rows.filter((row) => row.id !== null);
  return { total: rows[0]?.total ?? 0, entries };
}

const readBatch = statement<FilterValues & { belowId: string; limit: number }, AuditEntryRow>(
  "read-audit-batch",
  COLUMN_TYPES,
  `
  SELECT ${COLUMNS}
  FROM (
    SELECT * FROM audit_rows a WHERE ${FILTER} AND a.id < :belowId ORDER BY a.id DESC LIMIT :limit
  ) a ${ACTOR_NAMES} ${TARGET_NAMES}
  ORDER BY a.id DESC`,
);

/** The newest matching rows below an id, newest first. */
export function readAuditBatch(
  organizationId: string,
  filter: AuditFilter,
  belowId: string,
  limit: number,
): Promise<AuditEntryRow[]> {
  return readBatch({ ...filterValues(organizationId, filter), belowId, limit });
}

/** The filter choices in the newest entries of a log. */
export type AuditChoices = {
  actions: string[];
  actors: { actor: string; name: string | null; email: string | null }[];
};

/** The number of entries to collect choices from; covers all but long logs. */
const CHOICES_FROM = 5_000;

const readChoices = statement<{ organizationId: string }, AuditChoices>(
  "read-audit-choices",
  { actions: "text[]", actors: "json" },
  `
  WITH recent AS (
    SELECT a.organization_id, a.actor, a.action FROM audit_rows a WHERE a.organization_id = :organizationId
    ORDER BY a.id DESC LIMIT ${CHOICES_FROM}
  )
  SELECT ARRAY(SELECT DISTINCT action FROM recent ORDER BY action) AS actions,
    (SELECT coalesce(json_agg(json_build_object('actor', a.actor, 'name', ${ACTOR_NAME},
        'email', u.email) ORDER BY ${ACTOR_NAME}, a.actor), '[]')
      FROM (SELECT DISTINCT organization_id, actor FROM recent) a ${ACTOR_NAMES}) AS actors`,
);

/** Actions and actors of an organization's newest entries. */
export async function readAuditChoices(organizationId: string): Promise<AuditChoices> {
  const [row] = await readChoices({ organizationId });
  return row ?? { actions: [], actors: [] };
}

function filterValues(organizationId: string, filter: AuditFilter): FilterValues {
  return {
    organizationId,
    clientId: filter.client_id ?? null,
    target: filter.target ?? null,
    actor: filter.actor ?? null,
    action: filter.action ?? null,
    requestId: filter.request_id ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
  };
}
