import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { bearerChallenge } from "@/lib/core/http/render-error";
import type { Permission } from "@/lib/core/permissions/permissions";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import { type Caller, requirePermission, type TokenBearer } from "@/lib/operation/access/caller";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import {
  type PlatformCaller,
  requirePlatformPermission,
} from "@/lib/operation/access/platform-caller";
import { findClientScopes, findRole, lockOperatorRole } from "@/lib/operation/access/repository";

/**
 * Locks an organization until the transaction ends and re-reads the caller's role and the client's scopes, which may
 * have changed since the request arrived.
 * @returns the caller with their current role and scopes
 * @throws ServiceError not_found for a former member, invalid_token for a client that can no longer call, forbidden or
 * insufficient_scope without the permission
 */
export async function lockCaller(
  tx: Database,
  caller: Caller,
  permission: Permission,
): Promise<Caller> {
  await lockOrganizations(tx, [caller.organizationId]);
  const current = await currentCaller(tx, caller);
  requirePermission(current, permission);
  return current;
}

async function currentCaller(tx: Database, caller: Caller): Promise<Caller> {
  const { organizationId } = caller;
  if (caller.kind === "client") {
    return { ...caller, scopes: await currentScopes(tx, organizationId, caller) };
  }
  const role = await findRole(tx, organizationId, caller.userId);
  if (!role)
    throw new ServiceError("not_found", "You are no longer a member of this organization.");
  if (!caller.through) return { ...caller, role };
  const scopes = await currentScopes(tx, organizationId, caller.through);
  return { ...caller, role, through: { ...caller.through, scopes } };
}

async function currentScopes(
  tx: Database,
  organizationId: string,
  { clientId, scopes }: TokenBearer,
): Promise<readonly string[]> {
  const present = await findClientScopes(tx, organizationId, clientId);
  if (present) return scopes.filter((scope) => present.includes(scope));
  const message = "The access token's client was deleted, deactivated or removed.";
  throw new ServiceError("invalid_token", message, {
    check: "client_active",
    headers: { "www-authenticate": bearerChallenge("invalid_token", message) },
  });
}

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
