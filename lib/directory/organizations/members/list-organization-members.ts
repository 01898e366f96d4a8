import { listMembersPage } from "@/lib/directory/members/list-members-page";
import { organizationMembers } from "@/lib/directory/organizations/members/operations";
import { serializeOrganizationMember } from "@/lib/directory/organizations/members/serialize";
import { noSuchOrganization } from "@/lib/directory/organizations/no-such-organization";
import { findOrganization } from "@/lib/directory/organizations/repository";
import { operation } from "@/lib/operation/operation";

/**
 * Lists the members of an organization.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request for a forged cursor
 */
export const listOrganizationMembers = operation({
  ...organizationMembers.list,
  async run({ params, query }) {
    const id = params.organization_id;
    const { rows, page } = await listMembersPage({ kind: "organization", id }, query);
    // Only an empty page needs the question whether there is such an organization.
    if (rows.length === 0 && !(await findOrganization(id))) throw noSuchOrganization();
    return { body: { items: rows.map((row) => serializeOrganizationMember(id, row)), page } };
  },
});
