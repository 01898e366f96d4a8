import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { noSuchCompany } from "@/lib/platform/companies/no-such-company";
import { COMPANY, ofCompany } from "@/lib/platform/companies/paths";
import { findCompany } from "@/lib/platform/companies/repository";
import { companySchema } from "@/lib/platform/companies/schemas";
import { serializeCompany } from "@/lib/platform/companies/serialize";
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
    const row = await findCompany(params.company_id);
    if (!row) throw noSuchCompany();
    return { body: serializeCompany(row) };
  },
});
