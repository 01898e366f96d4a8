import { type Caller, requirePermission } from "@/lib/access/caller";
import { lockOrganizations } from "@/lib/access/lock-organizations";
import { findRole } from "@/lib/access/repository";
import type { Database } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { Permission } from "@/lib/kernel/permissions";

/**
 * Locks an organization until the transaction ends and re-reads the caller's role, which may have changed since the
 * request arrived.
 * @returns the caller with their current role
 * @throws ServiceError not_found for a former member, forbidden without the permission
 */
export async function lockCaller(
  tx: Database,
  caller: Caller,
  permission: Permission,
): Promise<Caller> {
  await lockOrganizations(tx, [caller.organizationId]);
  const current = await presentCaller(tx, caller);
  requirePermission(current, permission);
  return current;
}

async function presentCaller(tx: Database, caller: Caller): Promise<Caller> {
  if (caller.kind === "client") return caller;
  const role = await findRole(tx, caller.organizationId, caller.userId);
  if (!role)
    throw new ServiceError("not_found", "You are no longer a member of this organization.");
  return { ...caller, role };
}
