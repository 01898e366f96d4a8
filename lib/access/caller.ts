import type { Diagnosis } from "@/lib/kernel/diagnosis/diagnosis";
import { ServiceError } from "@/lib/kernel/errors";
import { bearerChallenge } from "@/lib/kernel/http/bearer-challenge";
import {
  type OrganizationRole,
  type Permission,
  rolePermissions,
  scopeOfPermission,
  scopePermissions,
} from "@/lib/kernel/permissions";

/** A client and the scopes of the token that it sent. */
type TokenBearer = { clientId: string; scopes: readonly string[] };

/**
 * Who calls the management API. A member, at the console or `through` an extension that sent their online token; or a
 * client: one of the organization's own, or an extension that the organization granted its scopes (`isGranted`).
 */
export type Caller = { organizationId: string } & (
  | { kind: "user"; userId: string; role: OrganizationRole; through?: TokenBearer }
  | ({ kind: "client"; isGranted?: boolean } & TokenBearer)
);

/** A refusal for lack of a permission. */
export class MissingPermissionError extends ServiceError {
  readonly permission: Permission;

  constructor(
    permission: Permission,
    code: "forbidden" | "insufficient_scope",
    message: string,
    details: Diagnosis & { headers?: Record<string, string> } = {},
  ) {
    super(code, message, details);
    this.permission = permission;
  }
}

/** Whether the caller has the permission. Whoever acts through an extension needs it in their role and in the token. */
export function may(caller: Caller, permission: Permission): boolean {
  if (caller.kind === "client") return gives(caller.scopes, permission);
  return (
    rolePermissions[caller.role].includes(permission) &&
    (caller.through === undefined || gives(caller.through.scopes, permission))
  );
}

function gives(scopes: readonly string[], permission: Permission): boolean {
  return scopes.some((scope) => scopePermissions[scope] === permission);
}

/**
 * Refuses a caller without the permission.
 * @throws MissingPermissionError
 */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (may(caller, permission)) return;
  const { organizationId } = caller;
  if (caller.kind === "client") {
    throw missingScope(organizationId, caller, permission, caller.isGranted ?? false);
  }
  if (caller.through && !gives(caller.through.scopes, permission)) {
    throw missingScope(organizationId, caller.through, permission, true);
  }
  throw new MissingPermissionError(
    permission,
    "forbidden",
    `Your role "${caller.role}" does not have the permission ${permission}. Ask an owner or admin.`,
  );
}

function missingScope(
  organizationId: string,
  { clientId, scopes }: TokenBearer,
  permission: Permission,
  isGranted: boolean,
): MissingPermissionError {
  const scope = scopeOfPermission(permission);
  const next = isGranted
    ? "Run the organization's authorization flow again with it: an owner or admin must consent."
    : "Get a new token with it.";
  const message = `The access token lacks the scope ${scope}. Make sure that the client is registered for it. ${next}`;
  return new MissingPermissionError(permission, "insufficient_scope", message, {
    headers: { "www-authenticate": bearerChallenge("insufficient_scope", message, scope) },
    check: "access_token_scope",
    fix: { kind: isGranted ? "request_scopes" : "register_scopes", scopes: [scope] },
    difference: `${scope} is needed; the token has: ${scopes.join(", ") || "none"}.`,
    owner: { organizationId, clientId, companyId: null },
  });
}

/** Who sees an answer to the caller: also the extension through which a person acts. Named as {@link actorOf} does. */
export function readersOf(caller: Caller): string[] {
  const extension = caller.kind === "user" ? caller.through : undefined;
  return [actorOf(caller), ...(extension ? [`client:${extension.clientId}`] : [])];
}

/** How audit rows name the caller: `user:<id>` or `client:<id>`. */
export function actorOf(caller: Caller): string {
  return caller.kind === "user" ? `user:${caller.userId}` : `client:${caller.clientId}`;
}
