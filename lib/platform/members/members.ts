import { organizationRoles } from "@/lib/core/permissions/permissions";
import { listQuerySchema } from "@/lib/core/schemas/page-schemas";
import { companyRoles } from "@/lib/core/values/company-role-values";
import { companies } from "@/lib/platform/companies/companies";
import { companyMemberSchemas } from "@/lib/platform/companies/schemas";
import { findMember, listMemberRows, type MemberRow } from "@/lib/platform/members/repository";
import {
  endCompanyMembership,
  endOrganizationMembership,
  storeCompanyMember,
  storeOrganizationMember,
} from "@/lib/platform/members/store-member";
import { organizations } from "@/lib/platform/organizations/organizations";
import { organizationMemberSchemas } from "@/lib/platform/organizations/schemas";
import { resource } from "@/lib/platform/resource";
import { users } from "@/lib/platform/users/users";

const format = {
  id: "external_id",
  query: listQuerySchema,
  key: "user_id",
  removed: "The former member.",
} as const;

const shared = {
  noun: "member",
  nouns: "members",
  read: "directory:read",
  write: "directory:write",
  missing: "There is no member with this id. List the members to see their ids.",
  target: "user",
} as const;

const ON_PUT =
  "Creates the person if they are new. Fields that are not sent stay the same. The directory then manages the membership, also one that came from elsewhere.";

/** The members of companies. */
export const companyMembers = resource({
  ...shared,
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
  get: { summary: "Fetch a company's member", description: "Returns one member of a company." },
  list: {
    name: "company-members",
    first: "",
    summary: "List a company's members",
    description: "Lists the members of a company.",
    of: companies,
    rows: (after, { limit }, { company_id: id }) =>
      listMemberRows({ kind: "company", id }, after, limit),
  },
  kind: "company_member",
  audited: (fields, { source }) => ({ ...fields, source }),
  put: {
    summary: "Create or change a company's member",
    description: ON_PUT,
    errors: ["conflict"],
    store: (tx, { company_id, external_id }, fields) =>
      storeCompanyMember(tx, company_id, external_id, fields),
  },
  remove: {
    summary: "End a company's membership",
    description:
      "Ends the membership; the person stays. Their online tokens for the company stop at once. The directory may also remove the last owner.",
    remove: (tx, { company_id, external_id }) => endCompanyMembership(tx, company_id, external_id),
    audited: ({ role }) => ({ role }),
  },
});

/** The members of organizations. */
export const organizationMembers = resource({
  ...shared,
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
  get: {
    summary: "Fetch an organization's member",
    description: "Returns one member of an organization.",
  },
  list: {
    name: "organization-members",
    first: "",
    summary: "List an organization's members",
    description: "Lists the members of an organization.",
    of: organizations,
    rows: (after, { limit }, { organization_id: id }) =>
      listMemberRows({ kind: "organization", id }, after, limit),
  },
  kind: "organization_member",
  audited: (fields, { source }) => ({ ...fields, source }),
  put: {
    summary: "Create or change an organization's member",
    description: `${ON_PUT} A lower role revokes secrets that the person has seen of clients with more permissions.`,
    errors: ["conflict"],
    store: (tx, { organization_id, external_id }, fields, by) =>
      storeOrganizationMember(tx, organization_id, external_id, fields, by),
  },
  remove: {
    summary: "End an organization's membership",
    description:
      "Ends the membership; the person stays. Their online tokens for the organization stop at once. Secrets that they have seen of clients with permissions in the organization are revoked. The directory may also remove the last owner.",
    remove: (tx, { organization_id, external_id }, by) =>
      endOrganizationMembership(tx, organization_id, external_id, by),
    audited: ({ role }) => ({ role }),
  },
});

/** A member without what they belong to. @param roles of the company or organization */
function serializeMember<Role extends string>(row: MemberRow, roles: readonly Role[]) {
  const role = roles.find((name) => name === row.role);
  if (role === undefined) throw new Error(`There is no role ${row.role}`);
  return {
    user_id: row.userId,
    external_id: row.externalId,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    role,
    source: row.source,
    created_at: row.createdAt.toISOString(),
  };
}
