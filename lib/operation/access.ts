import type { Permission } from "@/lib/core/permissions";
import type { PlatformPermission } from "@/lib/core/platform-permissions";
import { type Caller, requirePermission } from "@/lib/operation/access/caller";
import { type CompanyCaller, requireCompanyAccess } from "@/lib/operation/access/company-caller";
import {
  type PlatformCaller,
  requireOwnKeyOrPermission,
  requirePlatformPermission,
} from "@/lib/operation/access/platform-caller";

/** Who calls an operation of each API. */
export type Callers = { organization: Caller; company: CompanyCaller; platform: PlatformCaller };

/** The caller of an operation. */
export type CallerOf<A extends Access> = Callers[A["kind"]];

/** Path parameters that decide who may run an operation. */
type Params = { company_id?: unknown; client_id?: unknown };
type Authorize<Who> = (caller: Who, params: Params) => void;

/** Who may run an operation. */
export type Access<Kind extends keyof Callers = keyof Callers> = {
  [K in Kind]: {
    kind: K;
    permission: K extends "organization" ? Permission : PlatformPermission;
    /** A service key may use the operation on itself, too. */
    forOwnKey?: true;
    authorize: Authorize<Callers[K]>;
  };
}[Kind];

/**
 * Rejects a caller who may not run an operation.
 * @param params of its path
 * @throws MissingPermissionError; not_found for a person of another company
 */
export function authorize<A extends Access>(access: A, caller: CallerOf<A>, params: Params): void {
  // An access takes callers of its kind, which TypeScript cannot follow through the union.
  (access.authorize as Authorize<CallerOf<A>>)(caller, params);
}

/** The management API: members of one organization, and clients with its tokens. */
export function organization(permission: Permission): Access<"organization"> {
  return {
    kind: "organization",
    permission,
    authorize: (caller) => requirePermission(caller, permission),
  };
}

/** The platform's API: service keys and operators. */
export function platform(permission: PlatformPermission): Access<"platform"> {
  return {
    kind: "platform",
    permission,
    authorize: (caller) => requirePlatformPermission(caller, permission),
  };
}

/** An operation of the platform's API that a service key may use on itself without the permission. */
export function ownKeyOrPlatform(permission: PlatformPermission): Access<"platform"> {
  return {
    kind: "platform",
    permission,
    forOwnKey: true,
    authorize: (caller, { client_id }) => requireOwnKeyOrPermission(caller, client_id, permission),
  };
}

/** The API about one company, for its people and for service keys. */
export function company(permission: PlatformPermission): Access<"company"> {
  return {
    kind: "company",
    permission,
    authorize: (caller, { company_id }) =>
      requireCompanyAccess(caller, Number(company_id), permission),
  };
}
