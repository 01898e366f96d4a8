import { organizationRoles } from "@/lib/core/permissions/permissions";
import { companyRoles } from "@/lib/core/values/company-role-values";
import type { CompanyMemberResponse } from "@/lib/platform/companies/schemas";
import type { MemberRow, MembersOf } from "@/lib/platform/members/repository";
import type { OrganizationMemberResponse } from "@/lib/platform/organizations/schemas";

/** The members of a company as the API and the audit log have them. */
export function membersOfCompany(company_id: number) {
  return {
    ...membersOf({ kind: "company", id: company_id }),
    context: { company_id },
    serialize: (row: MemberRow): CompanyMemberResponse => ({
      company_id,
      ...serializeMember(row, companyRoles),
    }),
  };
}

/** The members of an organization as the API and the audit logs have them. */
export function membersOfOrganization(organization_id: string) {
  return {
    ...membersOf({ kind: "organization", id: organization_id }),
    context: { organization_id },
    organizationOf: () => organization_id,
    serialize: (row: MemberRow): OrganizationMemberResponse => ({
      organization_id,
      ...serializeMember(row, organizationRoles),
    }),
  };
}

/** The fields of a member that the membership's creation stores. */
type NewMember = Omit<MemberRow, "externalId" | "createdAt">;

/** What the members of companies and of organizations have in common. */
function membersOf(of: MembersOf) {
  return {
    of,
    list: `${of.kind}-members:${of.id}`,
    keyOf: ({ userId }: MemberRow) => userId,
    first: "",
    missing: "There is no member with this id. List the members to see their ids.",
    kind: `${of.kind}_member`,
    targetOf: ({ userId }: NewMember) => `user:${userId}`,
    audited: (row: NewMember) => ({
      email: row.email,
      first_name: row.firstName,
      last_name: row.lastName,
      role: row.role,
      source: row.source,
    }),
  };
}

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
