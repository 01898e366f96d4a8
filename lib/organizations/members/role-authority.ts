import { type Caller, may } from "@/lib/access/caller";
import { ServiceError } from "@/lib/kernel/errors";
import {
  type OrganizationRole,
  organizationRoles,
  rolePermissions,
} from "@/lib/kernel/permissions";

/** The roles that a caller may give and take: those that can do nothing which the caller cannot. */
export function rolesWithin(caller: Caller): OrganizationRole[] {
  if (!may(caller, "members:write")) return [];
  return organizationRoles.filter((role) =>
    rolePermissions[role].every((permission) => may(caller, permission)),
  );
}

/**
 * Refuses to give or take a role that can do more than the caller: an admin neither makes nor removes
 * owners.
 * @throws ServiceError forbidden
 */
export function requireRoleAuthority(caller: Caller, role: OrganizationRole): void {
  if (rolesWithin(caller).includes(role)) return;
  const lack =
    caller.kind === "user"
      ? `Your role "${caller.role}" can do less than "${role}". Ask an owner.`
      : `The role "${role}" can do things for which the token has no scope.`;
  throw new ServiceError("forbidden", lack);
}
