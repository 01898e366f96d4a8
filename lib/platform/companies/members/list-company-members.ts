import { operation } from "@/lib/operation/operation";
import { companyMembers } from "@/lib/platform/companies/members/operations";
import { serializeCompanyMember } from "@/lib/platform/companies/members/serialize";
import { noSuchCompany } from "@/lib/platform/companies/no-such-company";
import { findCompany } from "@/lib/platform/companies/repository";
import { listMembersPage } from "@/lib/platform/members/list-members-page";

/**
 * Lists the members of a company.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request for a forged cursor
 */
export const listCompanyMembers = operation({
  ...companyMembers.list,
  async run({ params, query }) {
    const id = params.company_id;
    const { rows, page } = await listMembersPage({ kind: "company", id }, query);
    // Only an empty page needs the question whether there is such a company.
    if (rows.length === 0 && !(await findCompany(id))) throw noSuchCompany();
    return { body: { items: rows.map((row) => serializeCompanyMember(id, row)), page } };
  },
});
