import type { CompanyRole } from "@/lib/core/company-role-values";
import type { Session } from "@/lib/operation/access/session";

/** A company and the person's role in it. */
export type CompanyMembership = {
  id: number;
  name: string;
  status: "active" | "suspended" | "closed";
  role: CompanyRole;
};

/** The caller on the pages of a company: a signed-in person who belongs to it. */
export type SellerCaller = { session: Session; company: CompanyMembership };
