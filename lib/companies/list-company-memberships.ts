import type { CompanyMembership } from "@/lib/access/seller-caller";
import { findCompanyMemberships } from "@/lib/companies/repository";

/** A person's companies by name, with their role in each. */
export function listCompanyMemberships(userId: string): Promise<CompanyMembership[]> {
  return findCompanyMemberships(userId);
}
