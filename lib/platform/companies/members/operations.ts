import { COMPANY, ofCompany } from "@/lib/platform/companies/paths";
import { companyMemberSchemas } from "@/lib/platform/companies/schemas";
import { memberOperations, ofMember } from "@/lib/platform/members/member-operations";

/** Operations on companies/{company_id}/members. */
export const companyMembers = memberOperations({
  kind: "Company",
  words: "a company",
  path: COMPANY,
  of: ofCompany,
  ofMember: ofCompany.extend(ofMember),
  schemas: companyMemberSchemas,
  alsoOnChange: "",
  alsoOnEnd: "",
});
