import { type PlatformCaller, requirePlatformPermission } from "@/lib/access/platform-caller";
import { lockOperatorRole } from "@/lib/access/repository";
import type { Database } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { PlatformPermission } from "@/lib/kernel/platform-permissions";

/**
 * Checks the permission of an operator again, whose role may have ended since the request arrived and cannot end before
 * the transaction does. Must be the first lock of the transaction.
 * @throws ServiceError forbidden
 */
export async function lockPlatformCaller(
  tx: Database,
  caller: PlatformCaller,
  permission: PlatformPermission,
): Promise<void> {
  if (caller.kind !== "operator") return;
  const role = await lockOperatorRole(tx, caller.userId);
  if (!role) throw new ServiceError("forbidden", "You are no longer an operator.");
  requirePlatformPermission({ ...caller, role }, permission);
}
