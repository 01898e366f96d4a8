import { operation } from "@/lib/operation/operation";
import { companies } from "@/lib/platform/companies/company";
import { findCompany } from "@/lib/platform/companies/repository";
import { membersOfCompany, membersOfOrganization } from "@/lib/platform/members/member";
import { companyMembers, organizationMembers } from "@/lib/platform/members/member-operations";
import { listMemberRows } from "@/lib/platform/members/repository";
import { organizations } from "@/lib/platform/organizations/organization";
import { findOrganization } from "@/lib/platform/organizations/repository";
import { found, readList } from "@/lib/platform/resource";

/**
 * Lists the members of a company.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request for a forged cursor
 */
export const listCompanyMembers = operation({
  ...companyMembers.list,
  async run({ params: { company_id: id }, query }) {
    const members = membersOfCompany(id);
    const body = await readList(members, query, (after) =>
      listMemberRows(members.of, after, query.limit),
    );
    // Only an empty page needs the question whether there is such a company.
    if (body.items.length === 0) found(companies, await findCompany(id));
    return { body };
  },
});

/**
 * Lists the members of an organization.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request for a forged cursor
 */
export const listOrganizationMembers = operation({
  ...organizationMembers.list,
  async run({ params: { organization_id: id }, query }) {
    const members = membersOfOrganization(id);
    const body = await readList(members, query, (after) =>
      listMemberRows(members.of, after, query.limit),
    );
    if (body.items.length === 0) found(organizations, await findOrganization(id));
    return { body };
  },
});
