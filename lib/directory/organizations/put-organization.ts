import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { putDirectoryOrganizationContract } from "@/lib/directory/organizations/contract";
import {
  auditedOrganization,
  serializeOrganization,
} from "@/lib/directory/organizations/serialize";
import { storeOrganization } from "@/lib/directory/organizations/store-organization";
import { recordStored } from "@/lib/directory/record-stored";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof putDirectoryOrganizationContract;

/**
 * Creates or changes an organization.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request, conflict, precondition_failed
 */
export async function putOrganization({
  params,
  body,
  caller,
  info,
  ifNoneMatch,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, putDirectoryOrganizationContract.platformPermission);
  const id = params.organization_id;
  const { status, row } = await transaction(async (tx) => {
    const stored = await storeOrganization(tx, id, body);
    const target = `organization:${id}`;
    const record = { kind: "organization", target, stored, organizationId: id };
    await recordStored(tx, { caller, info, ifNoneMatch }, record, auditedOrganization);
    return stored;
  });
  return { isNew: status === "created", body: serializeOrganization(row) };
}
