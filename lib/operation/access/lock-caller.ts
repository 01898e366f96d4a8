import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import { bearerChallenge } from "@/lib/core/http/render-error";
import type { OrganizationRole, Permission } from "@/lib/core/permissions/permissions";
import type { OperatorRole, PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import { type Caller, requirePermission, type TokenBearer } from "@/lib/operation/access/caller";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import {
  type PlatformCaller,
  requirePlatformPermission,
} from "@/lib/operation/access/platform-caller";

/**
 * Locks an organization and returns the caller with their current role or scopes, which may have changed since the
 * request arrived. @throws ServiceError not_found for a former member, invalid_token for a client that can no longer
 * call, forbidden or insufficient_scope without the permission
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

/** Locks an operator's role and checks the permission again. Must be the first lock. @throws ServiceError forbidden */
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

/** A person's role in an organization, or null if they are not a member. */
export async function findRole(
  tx: Database,
  organizationId: string,
  userId: string,
): Promise<OrganizationRole | null> {
  const member = await tx.organizationMember.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true },
  });
  return member?.role ?? null;
}

/**
 * The scopes that a client has in an organization: its own if it belongs to the organization, otherwise those that
 * were granted and that it is still registered for. Null if it was deleted, deactivated or removed.
 */
export async function findClientScopes(
  tx: Database,
  organizationId: string,
  clientId: string,
): Promise<readonly string[] | null> {
  const client = await tx.client.findFirst({
    where: { clientId, deletedAt: null, isActive: true },
    select: {
      organizationId: true,
      scopes: true,
      grants: { where: { organizationId, revokedAt: null }, select: { scopes: true } },
    },
  });
  if (!client) return null;
  if (client.organizationId === organizationId) return client.scopes;
  const [grant] = client.grants;
  return grant ? grant.scopes.filter((scope) => client.scopes.includes(scope)) : null;
}

const lockPerson = sql<{ userId: string }>(
  "lock-operator",
  {},
  "SELECT 1 FROM users WHERE id = :userId FOR SHARE",
);

/** A person's role in the platform's staff, which cannot change until the transaction ends. */
export async function lockOperatorRole(tx: Database, userId: string): Promise<OperatorRole | null> {
  await lockPerson({ userId }, tx);
  const select = { operatorRole: true };
  return (await tx.user.findUnique({ where: { id: userId }, select }))?.operatorRole ?? null;
}
