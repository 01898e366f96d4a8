import { operation } from "@/lib/operation/operation";
import { listMembersPage } from "@/lib/platform/members/list-members-page";
import { organizationMembers } from "@/lib/platform/organizations/members/operations";
import { serializeOrganizationMember } from "@/lib/platform/organizations/members/serialize";
import { noSuchOrganization } from "@/lib/platform/organizations/no-such-organization";
import { findOrganization } from "@/lib/platform/organizations/repository";

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
