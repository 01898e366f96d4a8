import { listAudit } from "@/lib/audit/list-audit";
import { auditLog } from "@/lib/audit/list-repository";
import type { AuditChoices } from "@/lib/audit/list-sql";
import { type Caller, requirePermission } from "@/lib/operation/access/caller";

/**
 * The filter choices for the audit log of the caller's organization: the actions and actors of its newest entries.
 * @throws ServiceError forbidden
 */
export async function listAuditChoices(caller: Caller): Promise<AuditChoices> {
  requirePermission(caller, listAudit.access.permission);
  const { organizationId } = caller;
  return auditLog.readChoices({ organizationId });
}
