/** Roles of a company's members. Owners and admins decide what extensions may do. */
export type CompanyRole = "owner" | "admin" | "staff";
