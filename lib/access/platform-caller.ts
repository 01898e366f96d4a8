import { ServiceError } from "@/lib/kernel/errors";
import { bearerChallenge } from "@/lib/kernel/http/bearer-challenge";
import {
  isServiceScope,
  type OperatorRole,
  operatorPermissions,
  type PlatformPermission,
  scopeOfPlatformPermission,
  serviceScopePermissions,
} from "@/lib/kernel/platform-permissions";

/** The caller of the platform's API: a service key with its access token, or an operator in the console. */
export type PlatformCaller =
  | { kind: "service_key"; keyId: string; scopes: readonly string[] }
  | { kind: "operator"; userId: string; role: OperatorRole };

/** Whether the caller has the permission. */
export function mayOnPlatform(caller: PlatformCaller, permission: PlatformPermission): boolean {
  if (caller.kind === "operator") return operatorPermissions[caller.role].includes(permission);
  return caller.scopes.some(
    (scope) => isServiceScope(scope) && serviceScopePermissions[scope].includes(permission),
  );
}

/**
 * Rejects a caller without the permission.
 * @throws ServiceError forbidden for an operator, insufficient_scope for a service key
 */
export function requirePlatformPermission(
  caller: PlatformCaller,
  permission: PlatformPermission,
): void {
  if (mayOnPlatform(caller, permission)) return;
  if (caller.kind === "operator") {
    throw new ServiceError(
      "forbidden",
      `Your role "${caller.role}" does not include the permission ${permission}. Ask an operator.`,
    );
  }
  const scope = scopeOfPlatformPermission(permission);
  if (scope === null) {
    throw new ServiceError("forbidden", "Only an operator who is signed in can do this.");
  }
  const message = `The access token does not have the scope ${scope}. Use a service key that has it, and request a new token.`;
  throw new ServiceError("insufficient_scope", message, {
    headers: { "www-authenticate": bearerChallenge("insufficient_scope", message, scope) },
  });
}

/** The caller's name in audit entries: `operator:<user id>` or `service_key:<id>`. */
export function platformActor(caller: PlatformCaller): string {
  return caller.kind === "operator" ? `operator:${caller.userId}` : `service_key:${caller.keyId}`;
}
