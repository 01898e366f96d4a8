import { organizationRoles, rolePermissions } from "@/lib/core/permissions/permissions";
import { type Caller, may } from "@/lib/operation/access/caller";
import { type Kind, type Role, TENANTS } from "@/lib/tenants/membership/tenants";

/** The roles that a member may give and take. */
export function rolesWithin<K extends Kind>(kind: K, role: Role<K>): readonly Role<K>[] {
  return TENANTS[kind].within[role];
}

/** The roles that a caller of the management API may give and take: with a token, only those that its scopes cover. */
export function rolesOfCaller(caller: Caller): readonly Role<"organization">[] {
  const roles =
    caller.kind === "user" ? rolesWithin("organization", caller.role) : organizationRoles;
  if (caller.kind === "user" && !caller.through) return roles;
  if (!may(caller, "members:write")) return [];
  return roles.filter((role) =>
    rolePermissions[role].every((permission) => may(caller, permission)),
  );
}
