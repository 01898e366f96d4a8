/** Roles of a company's members. Only owners and admins decide what extensions may do. */
export type CompanyRole = "owner" | "admin" | "staff";
