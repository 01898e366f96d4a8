import { type CompanyMembership, findCompanyMemberships } from "@/lib/companies/repository";

/** The companies that a person belongs to, by name, with their role in each. */
export function listCompanyMemberships(userId: string): Promise<CompanyMembership[]> {
  return findCompanyMemberships(userId);
}
