import { bearerChallenge } from "@/lib/core/http/render-error";
import {
  isServiceScope,
  type OperatorRole,
  operatorPermissions,
  type PlatformPermission,
  scopeOfPlatformPermission,
  serviceScopePermissions,
} from "@/lib/core/permissions/platform-permissions";
import { MissingPermissionError } from "@/lib/operation/access/caller";

/** A service key with an access token, an operator in the console, or a person with shell access, who may do all. */
export type PlatformCaller =
  | { kind: "service_key"; keyId: string; secretId: string; scopes: readonly string[] }
  | { kind: "operator"; userId: string; role: OperatorRole }
  | { kind: "shell" };

export function mayOnPlatform(caller: PlatformCaller, permission: PlatformPermission): boolean {
  if (caller.kind === "shell") return true;
  if (caller.kind === "operator") return operatorPermissions[caller.role].includes(permission);
  return caller.scopes.some(
    (scope) => isServiceScope(scope) && serviceScopePermissions[scope].includes(permission),
  );
}

/** Rejects a caller without the permission. @throws MissingPermissionError forbidden or insufficient_scope */
export function requirePlatformPermission(
  caller: PlatformCaller,
  permission: PlatformPermission,
): void {
  if (mayOnPlatform(caller, permission)) return;
  if (caller.kind === "operator") {
    throw new MissingPermissionError(
      permission,
      "forbidden",
      `Your role "${caller.role}" does not include the permission ${permission}. Ask an operator.`,
    );
  }
  const scope = scopeOfPlatformPermission(permission);
  if (scope === null) {
    const message = "Only an operator who is signed in can do this.";
    throw new MissingPermissionError(permission, "forbidden", message);
  }
  const message = `The access token does not have the scope ${scope}. Use a service key that has it, and request a new token.`;
  throw new MissingPermissionError(permission, "insufficient_scope", message, {
    headers: { "www-authenticate": bearerChallenge("insufficient_scope", message, scope) },
  });
}

/** Like {@link requirePlatformPermission}, for an operation that a service key may use on itself. */
export function requireOwnKeyOrPermission(
  caller: PlatformCaller,
  keyId: unknown,
  permission: PlatformPermission,
): void {
  if (caller.kind === "service_key" && caller.keyId === keyId) return;
  requirePlatformPermission(caller, permission);
}

/** The caller's name in audit entries: `operator:<user id>`, `operator:shell` or `service_key:<id>`. */
export function platformActor(caller: PlatformCaller): string {
  if (caller.kind === "service_key") return `service_key:${caller.keyId}`;
  return `operator:${caller.kind === "shell" ? "shell" : caller.userId}`;
}
