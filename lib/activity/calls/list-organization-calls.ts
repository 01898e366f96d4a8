import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listOrganizationCallsContract } from "@/lib/activity/calls/contract";
import { listCalls } from "@/lib/activity/calls/list-calls";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof listOrganizationCallsContract;

/**
 * Lists a page of the calls of all clients of the caller's organization, newest first.
 * @throws ServiceError forbidden; invalid_request for a forged cursor
 */
export async function listOrganizationCalls({
  query,
  caller,
}: Pick<OperationContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listOrganizationCallsContract.permission);
  const { organizationId } = caller;
  const clientId = query.client_id ?? null;
  return { body: await listCalls({ organizationId, clientId }, query) };
}
