import { transaction } from "@/lib/core/db/client";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { auditedMember, memberRecord } from "@/lib/platform/members/serialize";
import { organizationMembers } from "@/lib/platform/organizations/members/operations";
import { serializeOrganizationMember } from "@/lib/platform/organizations/members/serialize";
import { storeOrganizationMember } from "@/lib/platform/organizations/store-organization-member";
import { recordStored } from "@/lib/platform/record-stored";

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
