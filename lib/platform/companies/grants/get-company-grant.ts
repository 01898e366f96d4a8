import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  companyGrantSchema,
  companyGrants,
  GRANT,
  ofGrant,
} from "@/lib/platform/companies/grants/company-grant";
import { findCompanyGrant } from "@/lib/platform/companies/grants/repository";
import { bodyOf } from "@/lib/platform/resource";
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
    const { company_id: companyId, client_id: clientId } = params;
    return bodyOf(companyGrants(companyId), await findCompanyGrant(companyId, clientId));
  },
});
