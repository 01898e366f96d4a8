import { listQuerySchema } from "@/lib/core/schemas/page-schemas";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { companies, ofCompany } from "@/lib/platform/companies/company";
import {
  companyGrantListSchema,
  companyGrants,
  GRANTS,
} from "@/lib/platform/companies/grants/company-grant";
import { listCompanyGrantRows } from "@/lib/platform/companies/grants/repository";
import { findCompany } from "@/lib/platform/companies/repository";
import { found, readList } from "@/lib/platform/resource";
import { TAG } from "@/lib/platform/values";

/**
 * Lists what a company grants extensions.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request for a forged cursor
 */
export const listCompanyGrants = operation({
  id: "listDirectoryCompanyGrants",
  route: `GET ${GRANTS}`,
  access: platform("directory:read"),
  summary: "List a company's extensions",
  description:
    "Lists what the company granted extensions, for the platform's own panel. Removed extensions are not listed.",
  tag: TAG,
  params: ofCompany,
  query: listQuerySchema,
  returns: json(companyGrantListSchema, "A page of grants."),
  async run({ params, query }) {
    const { company_id: id } = params;
    const body = await readList(companyGrants(id), query, (after) =>
      listCompanyGrantRows(id, after, query.limit),
    );
    if (body.items.length === 0) found(companies, await findCompany(id));
    return { body };
  },
});
