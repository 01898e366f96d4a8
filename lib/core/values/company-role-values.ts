/** Roles of a company's members. Only owners and admins decide what extensions may do. */
export const companyRoles = ["owner", "admin", "staff"] as const;
export type CompanyRole = (typeof companyRoles)[number];

export function isCompanyRole(text: string): text is CompanyRole {
  return companyRoles.some((role) => role === text);
}
