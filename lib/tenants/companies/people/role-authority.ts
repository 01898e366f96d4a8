import { type CompanyRole, companyRoles } from "@/lib/core/company-role-values";
import { PeopleError } from "@/lib/tenants/companies/people/people-error";

const WITHIN: Readonly<Record<CompanyRole, readonly CompanyRole[]>> = {
  owner: companyRoles,
  admin: ["admin", "staff"],
  staff: [],
};

/** The roles that a member may give and take: an admin can neither make nor remove owners. */
export function companyRolesWithin(role: CompanyRole): readonly CompanyRole[] {
  return WITHIN[role];
}

/**
 * Rejects changes to roles that a member may not give or take.
 * @throws ServiceError forbidden
 */
export function requireCompanyAuthority(role: CompanyRole, changedRole: CompanyRole): void {
  if (companyRolesWithin(role).includes(changedRole)) return;
  throw new PeopleError(
    "forbidden",
    "not_allowed",
    `Your role "${role}" cannot give or take the role "${changedRole}". Ask an owner of the company.`,
  );
}
