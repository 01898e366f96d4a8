import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { COMPANY, companies, ofCompany } from "@/lib/platform/companies/company";
import { findCompany } from "@/lib/platform/companies/repository";
import { companySchema } from "@/lib/platform/companies/schemas";
import { bodyOf } from "@/lib/platform/resource";
import { TAG } from "@/lib/platform/values";

/**
 * One company of the directory.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getCompany = operation({
  id: "getDirectoryCompany",
  route: `GET ${COMPANY}`,
  access: platform("directory:read"),
  summary: "Fetch a company",
  description: "Returns one company.",
  tag: TAG,
  params: ofCompany,
  returns: json(companySchema, "The company."),
  async run({ params }) {
    return bodyOf(companies, await findCompany(params.company_id));
  },
});
