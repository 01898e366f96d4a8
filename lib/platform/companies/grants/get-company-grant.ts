import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { noSuchGrant } from "@/lib/platform/companies/grants/no-such-grant";
import { GRANT, ofGrant } from "@/lib/platform/companies/grants/paths";
import { findCompanyGrant } from "@/lib/platform/companies/grants/repository";
import { companyGrantSchema } from "@/lib/platform/companies/grants/schemas";
import { serializeCompanyGrant } from "@/lib/platform/companies/grants/serialize";
import { TAG } from "@/lib/platform/values";

/**
 * What a company grants an extension.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getCompanyGrant = operation({
  id: "getDirectoryCompanyGrant",
  route: `GET ${GRANT}`,
  access: platform("directory:read"),
  summary: "Fetch what a company granted an extension",
  description: "Returns one live grant of a company.",
  tag: TAG,
  params: ofGrant,
  returns: json(companyGrantSchema, "The grant."),
  async run({ params }) {
    const row = await findCompanyGrant(params.company_id, params.client_id);
    if (!row) throw noSuchGrant();
    return { body: serializeCompanyGrant(row) };
  },
});
