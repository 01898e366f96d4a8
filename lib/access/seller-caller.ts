import type { Session } from "@/lib/access/session";
import type { CompanyRole } from "@/lib/kernel/company-role-values";

/** A company and the person's role in it. */
export type CompanyMembership = {
  id: number;
  name: string;
  status: "active" | "suspended" | "closed";
  role: CompanyRole;
};

/** The caller on the pages of a company: a signed-in person who belongs to it. */
export type SellerCaller = { session: Session; company: CompanyMembership };
