import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { PlatformPermission } from "@/lib/core/platform-permissions";
import {
  type PlatformCaller,
  requirePlatformPermission,
} from "@/lib/operation/access/platform-caller";
import { lockOperatorRole } from "@/lib/operation/access/repository";

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
