import { operation } from "@/lib/operation/operation";
import { companyMembers } from "@/lib/platform/companies/members/operations";
import { serializeCompanyMember } from "@/lib/platform/companies/members/serialize";
import { noSuchMember } from "@/lib/platform/members/no-such-member";
import { findMember } from "@/lib/platform/members/repository";

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
