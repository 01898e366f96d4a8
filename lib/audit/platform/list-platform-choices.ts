import { type PlatformCaller, requirePlatformPermission } from "@/lib/access/platform-caller";
import type { AuditChoices } from "@/lib/audit/list-sql";
import { listPlatformAuditContract } from "@/lib/audit/platform/contract";
import { platformAuditLog } from "@/lib/audit/platform/list-repository";

/**
 * The filter choices for the platform's audit log: the actions and actors of its newest entries.
 * @throws ServiceError forbidden
 */
export async function listPlatformChoices(caller: PlatformCaller): Promise<AuditChoices> {
  requirePlatformPermission(caller, listPlatformAuditContract.platformPermission);
  return platformAuditLog.readChoices({});
}
