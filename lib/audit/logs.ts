import { logStatements } from "@/lib/audit/log-statements";
import { ERASED } from "@/lib/audit/values";
import { PERSON_NAME } from "@/lib/core/full-name";

export const AUDIT = "/service/partner/authorization/v1.0/organization/{organization_id}/audit";
export const PLATFORM_AUDIT = "/service/panel/authentication/v1.0/platform/audit";

/** The audit log of an organization. Entries name only its own clients and secrets, whatever they refer to. */
export const organizationLog = logStatements<{ organizationId: string }>({
  name: "audit",
  owns: (row) => `${row}.organization_id = :organizationId`,
  scope: ":organizationId",
  matches: `
  AND (:clientId::text IS NULL OR a.target = 'client:' || :clientId OR a.target = ANY (
    ARRAY(SELECT 'secret:' || s.id FROM client_secrets s WHERE s.client_id = :clientId)))`,
  actorNames: `
  LEFT JOIN users u ON a.actor LIKE 'user:%' AND u.id = split_part(a.actor, ':', 2)
  LEFT JOIN clients ac ON a.actor LIKE 'client:%' AND ac.client_id = split_part(a.actor, ':', 2)
    AND ac.organization_id = a.organization_id`,
  actorName: `coalesce(${personName("u")}, ac.name)`,
  targetNames: `
  LEFT JOIN clients tc ON a.target LIKE 'client:%' AND tc.client_id = split_part(a.target, ':', 2)
    AND tc.organization_id = a.organization_id
  LEFT JOIN (client_secrets ts JOIN clients sc USING (client_id))
    ON a.target LIKE 'secret:%' AND ts.id = split_part(a.target, ':', 2) AND sc.organization_id = a.organization_id
  LEFT JOIN users tu ON a.target LIKE 'user:%' AND tu.id = split_part(a.target, ':', 2)`,
  targetName: `coalesce(tc.name, ts.name, ${personName("tu")})`,
});

/** The platform's own audit log. */
export const platformLog = logStatements<object>({
  name: "platform-audit",
  owns: (row) => `${row}.organization_id IS NULL`,
  scope: "'platform'",
  actorNames: `
  LEFT JOIN users u ON a.actor ~ '^(operator|user):' AND split_part(a.actor, ':', 2) = u.id
  LEFT JOIN service_keys ak ON ${idOf("actor", "service_key")} = ak.id`,
  actorName: `coalesce(${personName("u")}, ak.name)`,
  targetNames: `
  LEFT JOIN users tu ON ${idOf("target", "user")} = tu.id
  LEFT JOIN companies tc
    ON tc.id = CASE WHEN a.target ~ '^company:[0-9]{1,16}$' THEN split_part(a.target, ':', 2)::bigint END
  LEFT JOIN organizations tor ON ${idOf("target", "organization")} = tor.id
  LEFT JOIN clients tcl ON ${idOf("target", "client")} = tcl.client_id
  LEFT JOIN service_keys tk ON ${idOf("target", "service_key")} = tk.id`,
  targetName: `coalesce(${personName("tu")}, tc.name, tor.name, tcl.name, tk.name)`,
})({});

function personName(row: string): string {
  return `CASE WHEN ${row}.erased_at IS NOT NULL THEN '${ERASED}'
    ELSE ${PERSON_NAME(row)} END`;
}

function idOf(column: string, kind: string): string {
  return `a.${column} LIKE '${kind}:%' AND split_part(a.${column}, ':', 2)`;
}
