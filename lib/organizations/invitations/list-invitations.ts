import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listInvitationRows } from "@/lib/invitations/invitation-rows";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { describePage } from "@/lib/kernel/http/describe-page";
import { listInvitationsContract } from "@/lib/organizations/invitations/contract";
import { serializeInvitation } from "@/lib/organizations/invitations/serialize";

type Contract = typeof listInvitationsContract;

/**
 * Lists a page of the open invitations of the caller's organization.
 * @throws ServiceError forbidden
 */
export async function listInvitations({
  query,
  caller,
}: Pick<OperationContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listInvitationsContract.permission);
  const { total, invitations } = await listInvitationRows(
    { kind: "organization", id: caller.organizationId },
    query,
  );
  const items = invitations.map(serializeInvitation);
  return { body: { items, page: describePage(query, items, total) } };
}
