import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listMembersPage } from "@/lib/directory/members/list-members-page";
import { organizationMembers } from "@/lib/directory/organizations/members/contract";
import { serializeOrganizationMember } from "@/lib/directory/organizations/members/serialize";
import { noSuchOrganization } from "@/lib/directory/organizations/no-such-organization";
import { findOrganization } from "@/lib/directory/organizations/repository";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof organizationMembers.list;

/**
 * Lists the members of an organization.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request for a forged cursor
 */
export async function listOrganizationMembers({
  params,
  query,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePlatformPermission(caller, organizationMembers.list.platformPermission);
  const id = params.organization_id;
  const { rows, page } = await listMembersPage({ kind: "organization", id }, query);
  // Only an empty page needs the question whether there is such an organization.
  if (rows.length === 0 && !(await findOrganization(id))) throw noSuchOrganization();
  return { body: { items: rows.map((row) => serializeOrganizationMember(id, row)), page } };
}
