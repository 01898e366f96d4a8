import { companyRoles } from "@/lib/core/company-role-values";
import type { CompanyMemberResponse } from "@/lib/platform/companies/schemas";
import type { MemberRow } from "@/lib/platform/members/repository";
import { serializeMember } from "@/lib/platform/members/serialize";

/** A company's member in the format of the API. */
export function serializeCompanyMember(companyId: number, row: MemberRow): CompanyMemberResponse {
  return { company_id: companyId, ...serializeMember(row, companyRoles) };
}
