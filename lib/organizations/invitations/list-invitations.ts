import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listInvitationRows } from "@/lib/invitations/invitation-rows";
import type { InvitationRow } from "@/lib/invitations/kinds";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { type PagedList, readPage } from "@/lib/kernel/http/read-page";
import { listInvitationsContract } from "@/lib/organizations/invitations/contract";
import { serializeInvitation } from "@/lib/organizations/invitations/serialize";

type Contract = typeof listInvitationsContract;

/**
 * Lists a page of the open invitations of the caller's organization.
 * @throws ServiceError forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export async function listInvitations({
  query,
  caller,
}: Pick<OperationContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listInvitationsContract.permission);
  const { organizationId: id } = caller;
  const list: PagedList<InvitationRow<"organization">> = {
    name: `invitations:${id}`,
    positionOf: (row) => ({ id: row.id, value: row.createdAt.toISOString() }),
    read: (part) => listInvitationRows({ kind: "organization", id }, part),
  };
  const { rows, page } = await readPage(list, query);
  return { body: { items: rows.map(serializeInvitation), page } };
}
