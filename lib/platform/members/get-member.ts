import { operation } from "@/lib/operation/operation";
import { membersOfCompany, membersOfOrganization } from "@/lib/platform/members/member";
import { companyMembers, organizationMembers } from "@/lib/platform/members/member-operations";
import { findMember } from "@/lib/platform/members/repository";
import { bodyOf } from "@/lib/platform/resource";

/**
 * One member of a company.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getCompanyMember = operation({
  ...companyMembers.get,
  async run({ params }) {
    const members = membersOfCompany(params.company_id);
    return bodyOf(members, await findMember(members.of, params.external_id));
  },
});

/**
 * One member of an organization.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getOrganizationMember = operation({
  ...organizationMembers.get,
  async run({ params }) {
    const members = membersOfOrganization(params.organization_id);
    return bodyOf(members, await findMember(members.of, params.external_id));
  },
});
