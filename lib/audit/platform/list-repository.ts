import { type LogSql, personName } from "@/lib/audit/list-sql";
import { logStatements } from "@/lib/audit/log-statements";
import { db } from "@/lib/core/db/client";

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

/** Reads the audit rows of the platform. */
export const platformAuditLog = logStatements<object>("platform-audit", LOG);

/** The id of the platform's newest audit row; 0 if it has none. */
export async function newestPlatformAuditId(): Promise<bigint> {
  const { _max } = await db().platformAuditRow.aggregate({ _max: { id: true } });
  return _max.id ?? 0n;
}
