import { platformActor } from "@/lib/access/platform-caller";
import { auditedMember, memberRecord } from "@/lib/directory/members/serialize";
import { organizationMembers } from "@/lib/directory/organizations/members/operations";
import { serializeOrganizationMember } from "@/lib/directory/organizations/members/serialize";
import { storeOrganizationMember } from "@/lib/directory/organizations/store-organization-member";
import { recordStored } from "@/lib/directory/record-stored";
import { transaction } from "@/lib/kernel/db/client";
import { operation } from "@/lib/operation/operation";

/**
 * Creates or changes an organization's member.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request, conflict, precondition_failed
 */
export const putOrganizationMember = operation({
  ...organizationMembers.put,
  async run({ params, body, caller, info, ifNoneMatch }) {
    const { organization_id, external_id } = params;
    const { status, row } = await transaction(async (tx) => {
      const by = { actor: platformActor(caller), info };
      const stored = await storeOrganizationMember(tx, organization_id, external_id, body, by);
      const record = memberRecord({ kind: "organization", id: organization_id }, stored);
      await recordStored(tx, { caller, info, ifNoneMatch }, record, auditedMember);
      return stored;
    });
    return { isNew: status === "created", body: serializeOrganizationMember(organization_id, row) };
  },
});
