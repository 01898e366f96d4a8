import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listClientCallsContract } from "@/lib/activity/calls/contract";
import { listCalls } from "@/lib/activity/calls/list-calls";
import { requireOwnClient } from "@/lib/clients/require-own-client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof listClientCallsContract;

/**
 * Lists a page of the calls of a client of the caller's organization, newest first.
 * @throws ServiceError not_found or forbidden; invalid_request for a forged cursor
 */
export async function listClientCalls({
  params,
  query,
  caller,
}: Pick<OperationContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePermission(caller, listClientCallsContract.permission);
  const { organizationId } = caller;
  const clientId = params.client_id;
  await requireOwnClient(organizationId, clientId);
  return { body: await listCalls({ organizationId, clientId }, query) };
}
