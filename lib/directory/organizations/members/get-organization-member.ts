import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { noSuchMember } from "@/lib/directory/members/no-such-member";
import { findMember } from "@/lib/directory/members/repository";
import { organizationMembers } from "@/lib/directory/organizations/members/contract";
import { serializeOrganizationMember } from "@/lib/directory/organizations/members/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof organizationMembers.get;

/**
 * One member of an organization.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function getOrganizationMember({
  params,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, organizationMembers.get.platformPermission);
  const { organization_id: id, external_id } = params;
  const row = await findMember({ kind: "organization", id }, external_id);
  if (!row) throw noSuchMember();
  return { body: serializeOrganizationMember(id, row) };
}
