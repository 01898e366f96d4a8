import {
  type AuditChoices,
  type AuditEntryRow,
  batchOfLog,
  CHOICES_TYPES,
  choicesOfLog,
  ENTRY_TYPES,
  type LogPartValues,
  type LogSql,
  logPartValues,
  type MatchValues,
  matchValues,
  partOfLog,
  personName,
} from "@/lib/audit/list-sql";
import type { AuditFilter } from "@/lib/audit/query-schemas";
import type { ListPart } from "@/lib/kernel/db/list-part";
import { statement } from "@/lib/kernel/db/statement";

type FilterValues = MatchValues & { organizationId: string; clientId: string | null };

// Only names of the organization's own clients and secrets, whatever an entry refers to.
const ACTOR_NAMES = `
  LEFT JOIN users u ON a.actor LIKE 'user:%' AND u.id = split_part(a.actor, ':', 2)
  LEFT JOIN clients ac ON a.actor LIKE 'client:%' AND ac.client_id = split_part(a.actor, ':', 2)
    AND ac.organization_id = a.organization_id`;

const ACTOR_NAME = `coalesce(${personName("u")}, ac.name)`;

const LOG: LogSql = {
  rows: "audit_rows",
  total: "(SELECT h.rows FROM audit_heads h WHERE h.organization_id = :organizationId)",
  filter: `
  a.organization_id = :organizationId
  AND (:clientId::text IS NULL OR a.target = 'client:' || :clientId OR a.target = ANY (
    ARRAY(SELECT 'secret:' || s.id FROM client_secrets s WHERE s.client_id = :clientId)))`,
  names: `${ACTOR_NAMES}
  LEFT JOIN clients tc ON a.target LIKE 'client:%' AND tc.client_id = split_part(a.target, ':', 2)
    AND tc.organization_id = a.organization_id
  LEFT JOIN client_secrets ts ON a.target LIKE 'secret:%' AND ts.id = split_part(a.target, ':', 2)
    AND ts.client_id IN (SELECT client_id FROM clients WHERE organization_id = a.organization_id)
  LEFT JOIN users tu ON a.target LIKE 'user:%' AND tu.id = split_part(a.target, ':', 2)`,
  actorName: ACTOR_NAME,
  targetName: `coalesce(tc.name, ts.name, ${personName("tu")})`,
};

const listAudit = statement<
  FilterValues & LogPartValues,
  { total: number } & (AuditEntryRow | { id: null })
>("list-audit", { total: "int4", ...ENTRY_TYPES }, partOfLog(LOG));

/** A part of an organization's audit rows, newest first, with the number of matches. */
export async function listAuditRows(
  organizationId: string,
  filter: AuditFilter,
  part: ListPart,
): Promise<{ total: number; rows: AuditEntryRow[] }> {
  const match = filterMatch(filter);
  const rows = await listAudit({ organizationId, ...match, ...logPartValues(part, match) });
  const entries = rows.filter((row) => row.id !== null);
  return { total: rows[0]?.total ?? 0, rows: entries };
}

const readBatch = statement<FilterValues & { belowId: string; limit: number }, AuditEntryRow>(
  "read-audit-batch",
  ENTRY_TYPES,
  batchOfLog(LOG),
);

/** The newest matching rows below an id, newest first. */
export function readAuditBatch(
  organizationId: string,
  filter: AuditFilter,
  belowId: string,
  limit: number,
): Promise<AuditEntryRow[]> {
  return readBatch({ organizationId, ...filterMatch(filter), belowId, limit });
}

const readChoices = statement<{ organizationId: string }, AuditChoices>(
  "read-audit-choices",
  CHOICES_TYPES,
  choicesOfLog({
    rows: "audit_rows",
    filter: "a.organization_id = :organizationId",
    names: ACTOR_NAMES,
    actorName: ACTOR_NAME,
  }),
);

/** Actions and actors of an organization's newest entries. */
export async function readAuditChoices(organizationId: string): Promise<AuditChoices> {
  const [row] = await readChoices({ organizationId });
  return row ?? { actions: [], actors: [] };
}

function filterMatch(filter: AuditFilter): MatchValues & { clientId: string | null } {
  return { clientId: filter.client_id ?? null, ...matchValues(filter) };
}
