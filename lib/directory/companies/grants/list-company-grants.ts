import { GRANTS } from "@/lib/directory/companies/grants/paths";
import { listCompanyGrantRows } from "@/lib/directory/companies/grants/repository";
import { companyGrantListSchema } from "@/lib/directory/companies/grants/schemas";
import { serializeCompanyGrant } from "@/lib/directory/companies/grants/serialize";
import { noSuchCompany } from "@/lib/directory/companies/no-such-company";
import { ofCompany } from "@/lib/directory/companies/paths";
import { findCompany } from "@/lib/directory/companies/repository";
import { TAG } from "@/lib/directory/values";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";
import { listQuerySchema } from "@/lib/kernel/schemas/cursor-schemas";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

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
