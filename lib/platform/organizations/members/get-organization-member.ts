import { operation } from "@/lib/operation/operation";
import { noSuchMember } from "@/lib/platform/members/no-such-member";
import { findMember } from "@/lib/platform/members/repository";
import { organizationMembers } from "@/lib/platform/organizations/members/operations";
import { serializeOrganizationMember } from "@/lib/platform/organizations/members/serialize";

/**
 * One member of an organization.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getOrganizationMember = operation({
  ...organizationMembers.get,
  async run({ params }) {
    const { organization_id: id, external_id } = params;
    const row = await findMember({ kind: "organization", id }, external_id);
    if (!row) throw noSuchMember();
    return { body: serializeOrganizationMember(id, row) };
  },
});
