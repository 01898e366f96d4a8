import type { Permission } from "@/lib/core/permissions/permissions";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import type { CompanyRole } from "@/lib/core/values/company-role-values";
import { type Caller, requirePermission } from "@/lib/operation/access/caller";
import {
  type CompanyCaller,
  requireCompanyAccess,
  type SellerCaller,
} from "@/lib/operation/access/company-caller";
import {
  type PlatformCaller,
  requireOwnKeyOrPermission,
  requirePlatformPermission,
} from "@/lib/operation/access/platform-caller";
import type { Session } from "@/lib/operation/access/session";

/** Who calls an operation of each API. */
type ApiCallers = { organization: Caller; company: CompanyCaller; platform: PlatformCaller };

/** Who calls an operation. Forms and pages also have callers that no API has. */
export type Callers = ApiCallers & {
  seller: SellerCaller;
  signedIn: { session: Session };
  /** Whoever sends a form; what they send may prove more. */
  anyone: null;
};

export type CallerOf<A extends Access> = Callers[A["kind"]];

/** Path parameters that decide who may run an operation. */
type Params = { company_id?: unknown; client_id?: unknown };
type Authorize<Who> = (caller: Who, params: Params) => void;

/** Who may run an operation. */
export type Access<Kind extends keyof Callers = keyof Callers> = {
  [K in Kind]: { kind: K; authorize: Authorize<Callers[K]> } & (K extends keyof ApiCallers
    ? Needed<K>
    : unknown);
}[Kind];

/** Who may run an operation of an API. */
export type ApiAccess = Access<keyof ApiCallers>;

type Needed<Kind extends keyof ApiCallers> = {
  permission: Kind extends "organization" ? Permission : PlatformPermission;
  /** A service key may use the operation on itself, too. */
  forOwnKey?: true;
};

/** Rejects a caller who may not run an operation. @throws MissingPermissionError, not_found, or a form's own error */
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

/** Forms and pages of a company: its people. @param rule throws for a role that may not run the operation */
export function seller(rule: (role: CompanyRole) => void = () => {}): Access<"seller"> {
  return { kind: "seller", authorize: ({ company: { role } }) => rule(role) };
}

/** Forms and pages of a person's own account. */
export function signedIn(): Access<"signedIn"> {
  return { kind: "signedIn", authorize: () => {} };
}

/** Forms that need no session. @param rule throws when this installation does not have the form */
export function anyone(rule: () => void = () => {}): Access<"anyone"> {
  return { kind: "anyone", authorize: rule };
}
