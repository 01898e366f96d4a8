import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { getActivityContract } from "@/lib/activity/contract";
import { countActivity } from "@/lib/activity/repository";
import { summarizeActivity, windowSpans } from "@/lib/activity/summarize-activity";
import { noSuchClient } from "@/lib/clients/no-such-client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getActivityContract;

/**
 * Counts what was issued to and denied for a client of the caller's organization.
 * @throws ServiceError not_found or forbidden
 */
export async function getActivity({
  params,
  query: { window },
  caller,
}: Pick<OperationContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePermission(caller, getActivityContract.permission);
  const rows = await countActivity({
    organizationId: caller.organizationId,
    clientId: params.client_id,
    ...windowSpans[window],
  });
  if (rows.length === 0) throw noSuchClient();
  return { body: summarizeActivity(window, rows) };
}
