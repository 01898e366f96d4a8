import { type Caller, requirePermission } from "@/lib/auth/caller";
import { scopePermissions } from "@/lib/auth/permissions";

/**
 * Refuses to hand out a scope that carries a permission which the caller lacks: otherwise whoever
 * may write clients could make one that reads every secret.
 * @throws ServiceError forbidden
 */
export function requireScopeAuthority(caller: Caller, scopes: readonly string[]): void {
  for (const scope of scopes) {
    const permission = scopePermissions[scope];
    if (permission) requirePermission(caller, permission);
  }
}
