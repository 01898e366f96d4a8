import { mayConsent } from "@/lib/consent/may-consent";
import {
  isOrganizationRole,
  type OrganizationRole,
  organizationRoles,
  rolePermissions,
  scopePermissions,
} from "@/lib/core/permissions";

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
