import { type Caller, may, requirePermission } from "@/lib/access/caller";
import { type Permission, scopePermissions } from "@/lib/kernel/permissions";

// The rule behind this file and lib/clients/secrets/excess-secrets.ts: nobody ever holds a credential with more
// permissions than their role, or their own token, gives them. docs/console.md says what that means.

/** Whether the caller has each permission that the scopes carry. */
export function holdsPermissionsOf(caller: Caller, scopes: readonly string[]): boolean {
  return permissionsOf(scopes).every((permission) => may(caller, permission));
}

/**
 * Refuses a caller who lacks a permission that one of the scopes carries. Without this, whoever may write
 * clients could make, or take over, one that reads every secret.
 * @throws ServiceError forbidden
 */
export function requireScopeAuthority(caller: Caller, scopes: readonly string[]): void {
  for (const permission of permissionsOf(scopes)) requirePermission(caller, permission);
}

/** The permissions that the scopes carry; most scopes carry none. */
export function permissionsOf(scopes: readonly string[]): Permission[] {
  return scopes.flatMap((scope) => scopePermissions[scope] ?? []);
}
