import { type Caller, requirePermission } from "@/lib/access/caller";
import { listAuditContract } from "@/lib/audit/contract";
import { auditLog } from "@/lib/audit/list-repository";
import type { AuditChoices } from "@/lib/audit/list-sql";

/**
 * The filter choices for the audit log of the caller's organization: the actions and actors of its newest entries.
 * @throws ServiceError forbidden
 */
export async function listAuditChoices(caller: Caller): Promise<AuditChoices> {
  requirePermission(caller, listAuditContract.permission);
  const { organizationId } = caller;
  return auditLog.readChoices({ organizationId });
}
