import {
  type OrganizationRole,
  type Permission,
  rolePermissions,
  scopeOfPermission,
  scopePermissions,
} from "@/lib/auth/permissions";
import { ServiceError } from "@/lib/errors";
import type { Diagnosis } from "@/lib/oauth/events/diagnosis";

/** Who calls the management API: a signed-in member, or one of the organization's clients. */
export type Caller = { organizationId: string } & (
  | { kind: "user"; userId: string; role: OrganizationRole }
  | { kind: "client"; clientId: string; scopes: readonly string[] }
);

/** A refusal for lack of a permission. */
export class MissingPermissionError extends ServiceError {
  readonly permission: Permission;

  constructor(permission: Permission, message: string, diagnosis: Diagnosis = {}) {
    super("forbidden", message, diagnosis);
    this.permission = permission;
  }
}

/** Whether the caller has the permission. */
export function may(caller: Caller, permission: Permission): boolean {
  if (caller.kind === "user") return rolePermissions[caller.role].includes(permission);
  return caller.scopes.some((scope) => scopePermissions[scope] === permission);
}

/**
 * Refuses a caller without the permission.
 * @throws MissingPermissionError
 */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (may(caller, permission)) return;
  if (caller.kind === "client") throw missingScope(caller, permission);
  throw new MissingPermissionError(
    permission,
    `Your role "${caller.role}" does not have the permission ${permission}. Ask an owner or admin.`,
  );
}

function missingScope(
  { organizationId, clientId, scopes }: Caller & { kind: "client" },
  permission: Permission,
): MissingPermissionError {
  const scope = scopeOfPermission(permission);
  return new MissingPermissionError(
    permission,
    `The token lacks the scope ${scope}. Request it with client_credentials.`,
    {
      check: "access_token_scope",
      fix: { kind: "register_scopes", scopes: [scope] },
      difference: `${scope} is needed; the token has: ${scopes.join(", ") || "none"}.`,
      owner: { organizationId, clientId, companyId: null },
    },
  );
}

/** How audit rows name the caller: `user:<id>` or `client:<id>`. */
export function actorOf(caller: Caller): string {
  return caller.kind === "user" ? `user:${caller.userId}` : `client:${caller.clientId}`;
}
