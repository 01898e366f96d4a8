import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { organizationRoles } from "@/lib/core/permissions/permissions";
import { listQuerySchema } from "@/lib/core/schemas/page-schemas";
import { toWire } from "@/lib/core/schemas/to-wire";
import { companyRoles } from "@/lib/core/values/company-role-values";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { companies } from "@/lib/platform/companies/companies";
import { findCompany } from "@/lib/platform/companies/repository";
import { companyMemberSchemas } from "@/lib/platform/companies/schemas";
import { findMember, listMemberRows, type MemberRow } from "@/lib/platform/members/repository";
import { organizations } from "@/lib/platform/organizations/organizations";
import { findOrganization } from "@/lib/platform/organizations/repository";
import { organizationMemberSchemas } from "@/lib/platform/organizations/schemas";
import { requireRow, resource } from "@/lib/platform/resource";
import { missingField, type PlatformOrigin, type Stored } from "@/lib/platform/stored";
import type { UserRow } from "@/lib/platform/users/repository";
import type { UserFields } from "@/lib/platform/users/schemas";
import { storeUser, users } from "@/lib/platform/users/users";
import type { Membership } from "@/lib/tenants/membership/membership-rows";
import { type By, setMembership } from "@/lib/tenants/membership/set-membership";
import type { Id, Kind, Role, Tenant } from "@/lib/tenants/membership/tenants";

const format = {
  id: "external_id",
  query: listQuerySchema,
  key: "user_id",
  removed: "The former member.",
} as const;

const shared = {
  read: "directory:read",
  write: "directory:write",
  missing: "There is no member with this id. List the members to see their ids.",
  target: "user",
} as const;

const ON_PUT =
  "Creates the person if they are new. Fields that are not sent stay the same. The directory then manages the membership, also one that came from elsewhere.";

export const companyMembers = resource({
  ...shared,
  noun: "company member",
  format: {
    ...format,
    ...companyMemberSchemas,
    name: "DirectoryCompanyMember",
    names: "DirectoryCompanyMembers",
    path: `${companies.get.path}/members`,
    params: companies.get.params.extend(users.get.params.shape),
  },
  serialize: (row: MemberRow, { company_id }) => ({
    company_id,
    ...serializeMember(row, companyRoles),
  }),
  find: ({ company_id: id, external_id }) => findMember({ kind: "company", id }, external_id),
  list: {
    name: "company-members",
    description: "Lists the members of a company.",
    of: companies,
    rows: (after, { limit }, { company_id: id }) =>
      listMemberRows({ kind: "company", id }, after, limit),
  },
  kind: "company_member",
  audited: (fields, { source }) => ({ ...fields, source }),
  put: {
    description: ON_PUT,
    errors: ["conflict"],
    store: (tx, { company_id: id, external_id }, fields) =>
      storeMember(tx, { kind: "company", id }, external_id, fields, null),
  },
  remove: {
    summary: "End a company's membership",
    description:
      "Ends the membership; the person stays. Their online tokens for the company stop at once. The directory may also remove the last owner.",
    remove: (tx, { company_id: id, external_id }) =>
      endMembership(tx, { kind: "company", id }, external_id, null),
    audited: ({ role }) => ({ role }),
  },
});

export const organizationMembers = resource({
  ...shared,
  noun: "organization member",
  format: {
    ...format,
    ...organizationMemberSchemas,
    name: "DirectoryOrganizationMember",
    names: "DirectoryOrganizationMembers",
    path: `${organizations.get.path}/members`,
    params: organizations.get.params.extend(users.get.params.shape),
  },
  serialize: (row: MemberRow, { organization_id }) => ({
    organization_id,
    ...serializeMember(row, organizationRoles),
  }),
  find: ({ organization_id: id, external_id }) =>
    findMember({ kind: "organization", id }, external_id),
  list: {
    name: "organization-members",
    description: "Lists the members of an organization.",
    of: organizations,
    rows: (after, { limit }, { organization_id: id }) =>
      listMemberRows({ kind: "organization", id }, after, limit),
  },
  kind: "organization_member",
  audited: (fields, { source }) => ({ ...fields, source }),
  put: {
    description: `${ON_PUT} A lower role revokes secrets that the person has seen of clients with more permissions.`,
    errors: ["conflict"],
    store: (tx, { organization_id: id, external_id }, fields, by) =>
      storeMember(tx, { kind: "organization", id }, external_id, fields, byPlatform(by)),
  },
  remove: {
    summary: "End an organization's membership",
    description:
      "Ends the membership; the person stays. Their online tokens for the organization stop at once. Secrets that they have seen of clients with permissions in the organization are revoked. The directory may also remove the last owner.",
    remove: (tx, { organization_id: id, external_id }, by) =>
      endMembership(tx, { kind: "organization", id }, external_id, byPlatform(by)),
    audited: ({ role }) => ({ role }),
  },
});

/** A member without what they belong to. @param roles of the company or organization */
function serializeMember<Role extends string>(row: MemberRow, roles: readonly Role[]) {
  const role = roles.find((name) => name === row.role);
  if (role === undefined) throw new Error(`There is no role ${row.role}`);
  return { ...toWire(row, companyMemberSchemas.schema), role };
}

/** The name under which an organization's audit log records revoked secrets. */
function byPlatform({ actor, info }: PlatformOrigin): By<"organization"> {
  return { changedBy: { kind: "platform", actor }, info, revokeSecrets: true };
}

/** Why there cannot be a membership: the tenant is missing or closed; null if a role would do. */
const EXPLAIN: { [K in Kind]: (tx: Database, id: Id<K>) => Promise<ServiceError | null> } = {
  company: async (tx, id) => {
    const { status } = requireRow(companies, await findCompany(id, tx));
    if (status !== "closed") return null;
    return new ServiceError("conflict", "The company is closed and takes no new members.");
  },
  organization: async (tx, id) => {
    requireRow(organizations, await findOrganization(id, tx));
    return null;
  },
};

type MemberFields<K extends Kind> = Omit<UserFields, "status"> & { role?: Role<K> | undefined };

/** Creates or changes a member, and the person if they are new. The directory then manages the membership. */
async function storeMember<K extends Kind>(
  tx: Database,
  tenant: Tenant<K>,
  externalId: string,
  { role, ...person }: MemberFields<K>,
  by: By<K>,
): Promise<Stored<MemberRow>> {
  if (tenant.kind === "organization") await lockOrganizations(tx, [String(tenant.id)]);
  const user = await storeUser(tx, externalId, person);
  const userId = user.row.id;
  const request = { tenant, userId, role, source: "directory", by } as const;
  const { before, after } = await setMembership(tx, request);
  if (!after) {
    const explain = EXPLAIN[tenant.kind];
    throw (await explain(tx, tenant.id)) ?? missingField("role", "a membership");
  }
  const row = asMember(user.row, after);
  if (!before) return { status: "created", before, row };
  const isUpdated = before !== after || user.status !== "unchanged";
  return {
    status: isUpdated ? "updated" : "unchanged",
    before: asMember(user.before ?? user.row, before),
    row,
  };
}

/** Ends a membership, also that of the last owner. @returns the former member, or null if there was none */
async function endMembership<K extends Kind>(
  tx: Database,
  tenant: Tenant<K>,
  externalId: string,
  by: By<K>,
): Promise<MemberRow | null> {
  if (tenant.kind === "organization") await lockOrganizations(tx, [String(tenant.id)]);
  const row = await findMember(tenant, externalId, tx);
  if (!row) return null;
  const request = { tenant, userId: row.userId, role: null, source: "directory", by } as const;
  const { before } = await setMembership(tx, request);
  return before && { ...row, ...before };
}

function asMember(user: UserRow, membership: Membership<Kind>): MemberRow {
  const { id: userId, externalId, email, firstName, lastName } = user;
  return { userId, externalId, email, firstName, lastName, ...membership };
}
