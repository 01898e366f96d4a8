import { ServiceError } from "@/lib/core/errors";
import {
  isOrganizationRole,
  type OrganizationRole,
  organizationRoles,
  rolePermissions,
  scopePermissions,
} from "@/lib/core/permissions/permissions";

const DECIDING_ROLES = new Set(["owner", "admin"]);

/** Whether a role of a company or organization may decide what an extension may do. */
export function mayConsent(role: string): boolean {
  return DECIDING_ROLES.has(role);
}

/**
 * Rejects a role that may not decide what an extension may do.
 * @throws ServiceError access_denied
 */
export function requireDecider(role: string): void {
  if (mayConsent(role)) return;
  throw new ServiceError("access_denied", "Only an owner or admin of the company can decide this.");
}

/** The scopes that carry a permission which a role of an organization does not have. */
export function scopesBeyondRole(role: string, scopes: readonly string[]): string[] {
  const rolePermissionList = isOrganizationRole(role) ? rolePermissions[role] : [];
  return scopes.filter((scope) => {
    const permission = scopePermissions[scope];
    return permission !== undefined && !rolePermissionList.includes(permission);
  });
}

/** The roles of an organization that may consent to these scopes. */
export function rolesThatMayConsent(scopes: readonly string[]): OrganizationRole[] {
  return organizationRoles.filter(
    (role) => mayConsent(role) && scopesBeyondRole(role, scopes).length === 0,
  );
}
