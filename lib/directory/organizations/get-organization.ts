import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { getDirectoryOrganizationContract } from "@/lib/directory/organizations/contract";
import { noSuchOrganization } from "@/lib/directory/organizations/no-such-organization";
import { findOrganization } from "@/lib/directory/organizations/repository";
import { serializeOrganization } from "@/lib/directory/organizations/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getDirectoryOrganizationContract;

/**
 * One organization of the directory.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function getOrganization({
  params,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, getDirectoryOrganizationContract.platformPermission);
  const row = await findOrganization(params.organization_id);
  if (!row) throw noSuchOrganization();
  return { body: serializeOrganization(row) };
}
