import type { AuditChoices } from "@/lib/audit/list-sql";
import { listPlatformAudit } from "@/lib/audit/platform/list-platform-audit";
import { platformAuditLog } from "@/lib/audit/platform/list-repository";
import {
  type PlatformCaller,
  requirePlatformPermission,
} from "@/lib/operation/access/platform-caller";

/**
 * The filter choices for the platform's audit log: the actions and actors of its newest entries.
 * @throws ServiceError forbidden
 */
export async function listPlatformChoices(caller: PlatformCaller): Promise<AuditChoices> {
  requirePlatformPermission(caller, listPlatformAudit.access.permission);
  return platformAuditLog.readChoices({});
}
