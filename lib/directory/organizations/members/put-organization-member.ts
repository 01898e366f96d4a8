import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { auditedMember, memberRecord } from "@/lib/directory/members/serialize";
import { organizationMembers } from "@/lib/directory/organizations/members/contract";
import { serializeOrganizationMember } from "@/lib/directory/organizations/members/serialize";
import { storeOrganizationMember } from "@/lib/directory/organizations/store-organization-member";
import { recordStored } from "@/lib/directory/record-stored";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof organizationMembers.put;

/**
 * Creates or changes an organization's member.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request, conflict, precondition_failed
 */
export async function putOrganizationMember({
  params,
  body,
  caller,
  info,
  ifNoneMatch,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, organizationMembers.put.platformPermission);
  const { organization_id, external_id } = params;
  const { status, row } = await transaction(async (tx) => {
    const by = { actor: platformActor(caller), info };
    const stored = await storeOrganizationMember(tx, organization_id, external_id, body, by);
    const record = memberRecord({ kind: "organization", id: organization_id }, stored);
    await recordStored(tx, { caller, info, ifNoneMatch }, record, auditedMember);
    return stored;
  });
  return { isNew: status === "created", body: serializeOrganizationMember(organization_id, row) };
}
