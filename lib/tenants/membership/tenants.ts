import {
  type OrganizationRole,
  organizationRoles,
  rolePermissions,
} from "@/lib/core/permissions/permissions";
import type { CompanyRole } from "@/lib/core/values/company-role-values";
import { type Caller, may } from "@/lib/operation/access/caller";

/** What people belong to, with the type of its id and the roles of its members. */
type Kinds = {
  organization: { id: string; role: OrganizationRole };
  company: { id: number; role: CompanyRole };
};
export type Kind = keyof Kinds;
export type Id<K extends Kind> = Kinds[K]["id"];
export type Role<K extends Kind> = Kinds[K]["role"];

/** An organization or company, which people are members of. */
export type Tenant<K extends Kind> = { kind: K; id: Id<K> };
export type AnyTenant = { [K in Kind]: Tenant<K> }[Kind];

/** A tenant as the key of a map. */
export function tenantKey({ kind, id }: AnyTenant): string {
  return `${kind}:${id}`;
}

/** In what the two kinds of tenant differ for their members. */
type TenantRules<K extends Kind> = {
  /** Tables with their members and with their invitations. */
  members: string;
  invitations: string;
  /** Column of these tables with the tenant's id, and the type as which a number or text of TypeScript is read. */
  column: string;
  readAs: "text" | "float8";
  /** Type of the column `role`. */
  role: string;
  /** The tenant `:id` if it takes new members. */
  open: string;
  /** No one gives or takes a role that can do more than their own: the roles that members of each role give and take. */
  within: Readonly<Record<Role<K>, readonly Role<K>[]>>;
};

export const TENANTS: { readonly [K in Kind]: TenantRules<K> } = {
  organization: {
    members: "organization_members",
    invitations: "invitations",
    column: "organization_id",
    readAs: "text",
    role: "organization_role",
    open: "SELECT id FROM organizations WHERE id = :id",
    within: {
      owner: ["owner", "admin", "developer", "auditor"],
      admin: ["admin", "developer", "auditor"],
      developer: [],
      auditor: [],
    },
  },
  company: {
    members: "company_members",
    invitations: "company_invitations",
    column: "company_id",
    readAs: "float8",
    role: "company_role",
    open: "SELECT id FROM companies WHERE id = :id AND status <> 'closed'",
    within: {
      owner: ["owner", "admin", "staff"],
      admin: ["admin", "staff"],
      staff: [],
    },
  },
};

/** Where a membership came from: this installation, the platform's directory, or the claims of an ID token. */
export type Source = "local" | "directory" | "claims";

/** The memberships that each source may change or end, by their own source. Others stay as they are. */
const OVERRIDES: Readonly<Record<Source, readonly Source[]>> = {
  local: ["local"],
  directory: ["local", "directory", "claims"],
  claims: ["claims"],
};

/** Whether a source may change or end a membership that came from another. */
export function overrides(source: Source, other: Source): boolean {
  return OVERRIDES[source].includes(other);
}

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
