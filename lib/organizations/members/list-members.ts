import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { type PagedList, readPage } from "@/lib/kernel/http/read-page";
import { listMembersContract } from "@/lib/organizations/members/contract";
import { listMemberRows, type MemberRow } from "@/lib/organizations/members/repository";
import { serializeMember } from "@/lib/organizations/members/serialize";

type Contract = typeof listMembersContract;

/**
 * Lists a page of the members of the caller's organization.
 * @throws ServiceError forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export async function listMembers({
  query,
  caller,
}: Pick<OperationContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listMembersContract.permission);
  const { organizationId } = caller;
  const list: PagedList<MemberRow> = {
    name: `members:${organizationId}`,
    positionOf: ({ userId, createdAt }) => ({ id: userId, value: createdAt.toISOString() }),
    read: (part) => listMemberRows(organizationId, part),
  };
  const { rows, page } = await readPage(list, query);
  return { body: { items: rows.map(serializeMember), page } };
}
