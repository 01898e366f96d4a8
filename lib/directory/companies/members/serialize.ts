import type { CompanyMemberResponse } from "@/lib/directory/companies/schemas";
import type { MemberRow } from "@/lib/directory/members/repository";
import { serializeMember } from "@/lib/directory/members/serialize";
import { companyRoles } from "@/lib/kernel/company-role-values";

/** A company's member in the format of the API. */
export function serializeCompanyMember(companyId: number, row: MemberRow): CompanyMemberResponse {
  return { company_id: companyId, ...serializeMember(row, companyRoles) };
}
