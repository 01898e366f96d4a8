import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { differ } from "@/lib/core/diagnosis/difference";
import { ServiceError } from "@/lib/core/errors";
import { bearerChallenge } from "@/lib/core/http/render-error";
import {
  type OrganizationRole,
  type Permission,
  rolePermissions,
  scopeOfPermission,
  scopePermissions,
} from "@/lib/core/permissions/permissions";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";

/** A client and the scopes of the access token it sent. */
export type TokenBearer = { clientId: string; scopes: readonly string[] };

/**
 * The caller of the management API: a member, maybe `through` an extension with their online token; or a client of the
 * organization, or one to which it granted scopes (`isGranted`).
 */
export type Caller = { organizationId: string } & (
  | { kind: "user"; userId: string; role: OrganizationRole; through?: TokenBearer }
  | ({ kind: "client"; isGranted?: boolean } & TokenBearer)
);

/** Thrown when the caller lacks a permission. */
export class MissingPermissionError extends ServiceError {
  readonly permission: Permission | PlatformPermission;

  constructor(
    permission: Permission | PlatformPermission,
    code: "forbidden" | "insufficient_scope",
    message: string,
    details: Diagnosis & { headers?: Record<string, string> } = {},
  ) {
    super(code, message, details);
    this.permission = permission;
  }
}

/** Whether the caller has the permission. Through an extension, both the role and the token must include it. */
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

/** Rejects a caller without the permission. @throws MissingPermissionError */
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
    `Your role "${caller.role}" does not include the permission ${permission}. Ask an owner or admin.`,
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
    ? "Then run the organization's authorization flow again with this scope; an owner or admin must consent."
    : "Then request a new token with this scope.";
  const message = `The access token does not have the scope ${scope}. Make sure the client is registered for it. ${next}`;
  return new MissingPermissionError(permission, "insufficient_scope", message, {
    headers: { "www-authenticate": bearerChallenge("insufficient_scope", message, scope) },
    check: "access_token_scope",
    fix: { kind: isGranted ? "request_scopes" : "register_scopes", scopes: [scope] },
    difference: [differ("scope_needed", { needed: scope, scopes: scopes.join(", ") || "none" })],
    owner: { organizationId, clientId, companyId: null },
  });
}

/** Everyone who sees a response to this caller, including the extension of a person. Names match {@link actorOf}. */
export function readersOf(caller: Caller): string[] {
  const extension = caller.kind === "user" ? caller.through : undefined;
  return [actorOf(caller), ...(extension ? [`client:${extension.clientId}`] : [])];
}

/** Who acts: a person, or a client for itself. */
export type Actor = { kind: "user"; userId: string } | { kind: "client"; clientId: string };

/** The name of a caller in audit entries: `user:<id>` or `client:<id>`. */
export function actorOf(actor: Actor): string {
  return actor.kind === "user" ? `user:${actor.userId}` : `client:${actor.clientId}`;
}
