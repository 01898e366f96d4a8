import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import { listQuerySchema } from "@/lib/core/schemas/cursor-schemas";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { GRANTS } from "@/lib/platform/companies/grants/paths";
import { listCompanyGrantRows } from "@/lib/platform/companies/grants/repository";
import { companyGrantListSchema } from "@/lib/platform/companies/grants/schemas";
import { serializeCompanyGrant } from "@/lib/platform/companies/grants/serialize";
import { noSuchCompany } from "@/lib/platform/companies/no-such-company";
import { ofCompany } from "@/lib/platform/companies/paths";
import { findCompany } from "@/lib/platform/companies/repository";
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
    const list = `company-grants:${id}`;
    const found = await listCompanyGrantRows(id, readCursor(list, query.cursor, ""), query.limit);
    if (found.length === 0 && !(await findCompany(id))) throw noSuchCompany();
    const { rows, page } = cursorPage(list, query.limit, found, ({ clientId }) => clientId);
    return { body: { items: rows.map(serializeCompanyGrant), page } };
  },
});
