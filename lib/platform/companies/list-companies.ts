import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { COMPANIES, companies } from "@/lib/platform/companies/company";
import { listCompanyRows } from "@/lib/platform/companies/repository";
import { companyListSchema, listCompaniesQuerySchema } from "@/lib/platform/companies/schemas";
import { readList } from "@/lib/platform/resource";
import { TAG } from "@/lib/platform/values";

/**
 * Lists companies in the order of their ids.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export const listCompanies = operation({
  id: "listDirectoryCompanies",
  route: `GET ${COMPANIES}`,
  access: platform("directory:read"),
  summary: "List companies",
  description:
    "Lists companies in the order of their ids. None is ever deleted; one that ended is `closed`.",
  tag: TAG,
  query: listCompaniesQuerySchema,
  returns: json(companyListSchema, "A page of companies."),
  async run({ query }) {
    return { body: await readList(companies, query, (after) => listCompanyRows(after, query)) };
  },
});
