import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { describePage } from "@/lib/kernel/http/describe-page";
import { listMembersContract } from "@/lib/organizations/members/contract";
import { listMemberRows } from "@/lib/organizations/members/repository";
import { serializeMember } from "@/lib/organizations/members/serialize";

type Contract = typeof listMembersContract;

/**
 * Lists a page of the members of the caller's organization.
 * @throws ServiceError forbidden
 */
export async function listMembers({
  query,
  caller,
}: Pick<OperationContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listMembersContract.permission);
  const { total, members } = await listMemberRows(caller.organizationId, query);
  const items = members.map(serializeMember);
  return { body: { items, page: describePage(query, items, total) } };
}
