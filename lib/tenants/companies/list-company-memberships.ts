import { type CompanyMembership, findCompanyMemberships } from "@/lib/tenants/companies/repository";

/** A person's companies by name, with their role in each. */
export function listCompanyMemberships(userId: string): Promise<CompanyMembership[]> {
  return findCompanyMemberships(userId);
}
