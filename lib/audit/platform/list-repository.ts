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
import type { PlatformAuditFilter } from "@/lib/audit/query-schemas";
import { db } from "@/lib/kernel/db/client";
import type { ListPart } from "@/lib/kernel/db/list-part";
import { statement } from "@/lib/kernel/db/statement";

const idOf = (column: string, kind: string) =>
  `a.${column} LIKE '${kind}:%' AND split_part(a.${column}, ':', 2)`;

const LOG: LogSql = {
  rows: "platform_audit_rows",
  total: "(SELECT h.rows FROM platform_audit_heads h)",
  filter: "true",
  names: `
  LEFT JOIN users u ON a.actor ~ '^(operator|user):' AND split_part(a.actor, ':', 2) = u.id
  LEFT JOIN service_keys ak ON ${idOf("actor", "service_key")} = ak.id
  LEFT JOIN users tu ON ${idOf("target", "user")} = tu.id
  LEFT JOIN companies tc
    ON tc.id = CASE WHEN a.target ~ '^company:[0-9]{1,16}$' THEN split_part(a.target, ':', 2)::bigint END
  LEFT JOIN organizations tor ON ${idOf("target", "organization")} = tor.id
  LEFT JOIN clients tcl ON ${idOf("target", "client")} = tcl.client_id
  LEFT JOIN service_keys tk ON ${idOf("target", "service_key")} = tk.id`,
  actorName: `coalesce(${personName("u")}, ak.name)`,
  targetName: `coalesce(${personName("tu")}, tc.name, tor.name, tcl.name, tk.name)`,
};

const listPlatformAudit = statement<
  MatchValues & LogPartValues,
  { total: number } & (AuditEntryRow | { id: null })
>("list-platform-audit", { total: "int4", ...ENTRY_TYPES }, partOfLog(LOG));

/** A part of the platform's audit rows, newest first, with the number of matches. */
export async function listPlatformAuditRows(
  filter: PlatformAuditFilter,
  part: ListPart,
): Promise<{ total: number; rows: AuditEntryRow[] }> {
  const match = matchValues(filter);
  const rows = await listPlatformAudit({ ...match, ...logPartValues(part, match) });
  const entries = rows.filter((row) => row.id !== null);
  return { total: rows[0]?.total ?? 0, rows: entries };
}

const readBatch = statement<MatchValues & { belowId: string; limit: number }, AuditEntryRow>(
  "read-platform-audit-batch",
  ENTRY_TYPES,
  batchOfLog(LOG),
);

/** The newest matching rows below an id, newest first. */
export function readPlatformAuditBatch(
  filter: PlatformAuditFilter,
  belowId: string,
  limit: number,
): Promise<AuditEntryRow[]> {
  return readBatch({ ...matchValues(filter), belowId, limit });
}

/** The id of the platform's newest audit row; 0 if it has none. */
export async function newestPlatformAuditId(): Promise<bigint> {
  const { _max } = await db().platformAuditRow.aggregate({ _max: { id: true } });
  return _max.id ?? 0n;
}

const readChoices = statement<object, AuditChoices>(
  "read-platform-audit-choices",
  CHOICES_TYPES,
  choicesOfLog(LOG),
);

/** Actions and actors of the platform's newest entries. */
export async function readPlatformAuditChoices(): Promise<AuditChoices> {
  const [row] = await readChoices({});
  return row ?? { actions: [], actors: [] };
}
