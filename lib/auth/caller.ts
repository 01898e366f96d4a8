import {
  type OrganizationRole,
  type Permission,
  rolePermissions,
  scopeOfPermission,
  scopePermissions,
} from "@/lib/auth/permissions";
import { ServiceError } from "@/lib/errors";

/** Who calls the management API: a signed-in member, or one of the organization's clients. */
export type Caller = { organizationId: string } & (
  | { kind: "user"; userId: string; role: OrganizationRole }
  | { kind: "client"; clientId: string; scopes: readonly string[] }
);

/** Whether the caller has the permission. */
export function may(caller: Caller, permission: Permission): boolean {
  if (caller.kind === "user") return rolePermissions[caller.role].includes(permission);
  return caller.scopes.some((scope) => scopePermissions[scope] === permission);
}

/**
 * Refuses a caller without the permission.
 * @throws ServiceError forbidden
 */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (may(caller, permission)) return;
  const lack =
    caller.kind === "user"
      ? `Your role "${caller.role}" does not have the permission ${permission}. Ask an owner or admin.`
      : `The token lacks the scope ${scopeOfPermission(permission)}. Request it with client_credentials.`;
  throw new ServiceError("forbidden", lack);
}

/** How audit rows name the caller: `user:<id>` or `client:<id>`. */
export function actorOf(caller: Caller): string {
  return caller.kind === "user" ? `user:${caller.userId}` : `client:${caller.clientId}`;
}
