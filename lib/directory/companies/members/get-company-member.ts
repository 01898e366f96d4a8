import { companyMembers } from "@/lib/directory/companies/members/operations";
import { serializeCompanyMember } from "@/lib/directory/companies/members/serialize";
import { noSuchMember } from "@/lib/directory/members/no-such-member";
import { findMember } from "@/lib/directory/members/repository";
import { operation } from "@/lib/operation/operation";

/**
 * One member of a company.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getCompanyMember = operation({
  ...companyMembers.get,
  async run({ params }) {
    const { company_id: id, external_id } = params;
    const row = await findMember({ kind: "company", id }, external_id);
    if (!row) throw noSuchMember();
    return { body: serializeCompanyMember(id, row) };
  },
});
