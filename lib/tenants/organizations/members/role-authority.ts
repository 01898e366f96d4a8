import { ServiceError } from "@/lib/core/errors";
import { type OrganizationRole, organizationRoles, rolePermissions } from "@/lib/core/permissions";
import { type Caller, may } from "@/lib/operation/access/caller";

/** The roles a caller may grant and remove: those without permissions the caller lacks. */
export function rolesWithin(caller: Caller): OrganizationRole[] {
  if (!may(caller, "members:write")) return [];
  return organizationRoles.filter((role) =>
    rolePermissions[role].every((permission) => may(caller, permission)),
  );
}

/**
 * Rejects changes to roles with more permissions than the caller: an admin can neither make nor remove owners.
 * @throws ServiceError forbidden
 */
export function requireRoleAuthority(caller: Caller, role: OrganizationRole): void {
  if (rolesWithin(caller).includes(role)) return;
  const lack =
    caller.kind === "user"
      ? `Your role "${caller.role}" has fewer permissions than "${role}". Ask an owner.`
      : `The role "${role}" has permissions that the token's scopes do not include.`;
  throw new ServiceError("forbidden", lack);
}
