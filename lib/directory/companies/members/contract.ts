import { COMPANY, ofCompany } from "@/lib/directory/companies/contract";
import { companyMemberSchemas } from "@/lib/directory/companies/schemas";
import { memberContracts, ofMember } from "@/lib/directory/members/contract";

/** Operations on companies/{company_id}/members. */
export const companyMembers = memberContracts({
  kind: "Company",
  words: "a company",
  path: COMPANY,
  of: ofCompany,
  ofMember: ofCompany.extend(ofMember),
  schemas: companyMemberSchemas,
  alsoOnChange: "",
  alsoOnEnd: "",
});
