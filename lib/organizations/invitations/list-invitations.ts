import { requirePermission } from "@/lib/auth/caller";
import type { ContractOutput } from "@/lib/http/contract";
import { describePage } from "@/lib/http/describe-page";
import type { VerbContext } from "@/lib/http/handle";
import { listInvitationsContract } from "@/lib/organizations/invitations/contract";
import { listInvitationRows } from "@/lib/organizations/invitations/repository";
import { serializeInvitation } from "@/lib/organizations/invitations/serialize";

type Contract = typeof listInvitationsContract;

/**
 * A page of the open invitations of the caller's organization.
 * @throws ServiceError forbidden
 */
export async function listInvitations({
  query,
  caller,
}: Pick<VerbContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listInvitationsContract.permission);
  const { total, invitations } = await listInvitationRows(caller.organizationId, query);
  const items = invitations.map(serializeInvitation);
  return { body: { items, page: describePage(query, items, total) } };
}
