import { type Permission, scopePermissions } from "@/lib/core/permissions/permissions";
import { type Caller, may, requirePermission } from "@/lib/operation/access/caller";

// The rule behind this file and lib/clients/secrets/excess-secrets.ts: no one ever has a credential with more
// permissions than their role or token gives them. docs/console.md explains the consequences.

/** Whether the caller has every permission in the scopes. */
export function holdsPermissionsOf(caller: Caller, scopes: readonly string[]): boolean {
  return permissionsOf(scopes).every((permission) => may(caller, permission));
}

/**
 * Rejects a caller who lacks a permission in one of the scopes. Otherwise, anyone who may write clients could create or
 * take over one that reads every secret. @throws ServiceError forbidden
 */
export function requireScopeAuthority(caller: Caller, scopes: readonly string[]): void {
  for (const permission of permissionsOf(scopes)) requirePermission(caller, permission);
}

/** The permissions in the scopes; most scopes have none. */
export function permissionsOf(scopes: readonly string[]): Permission[] {
  return scopes.flatMap((scope) => scopePermissions[scope] ?? []);
}
