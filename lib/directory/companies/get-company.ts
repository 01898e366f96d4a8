import { noSuchCompany } from "@/lib/directory/companies/no-such-company";
import { COMPANY, ofCompany } from "@/lib/directory/companies/paths";
import { findCompany } from "@/lib/directory/companies/repository";
import { companySchema } from "@/lib/directory/companies/schemas";
import { serializeCompany } from "@/lib/directory/companies/serialize";
import { TAG } from "@/lib/directory/values";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

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
