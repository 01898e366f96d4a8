import { type LogSql, personName } from "@/lib/audit/list-sql";
import { logStatements } from "@/lib/audit/log-statements";

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
  LEFT JOIN (client_secrets ts JOIN clients sc USING (client_id))
    ON a.target LIKE 'secret:%' AND ts.id = split_part(a.target, ':', 2) AND sc.organization_id = a.organization_id
  LEFT JOIN users tu ON a.target LIKE 'user:%' AND tu.id = split_part(a.target, ':', 2)`,
  actorName: ACTOR_NAME,
  targetName: `coalesce(tc.name, ts.name, ${personName("tu")})`,
};

/** Reads the audit rows of an organization. */
export const auditLog = logStatements<{ organizationId: string }>("audit", LOG, {
  rows: "audit_rows",
  filter: "a.organization_id = :organizationId",
  names: ACTOR_NAMES,
  actorName: ACTOR_NAME,
});
