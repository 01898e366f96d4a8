import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { getOrganizationActivityContract } from "@/lib/activity/contract";
import { countActivity } from "@/lib/activity/repository";
import { summarizeActivity, windowSpans } from "@/lib/activity/summarize-activity";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getOrganizationActivityContract;

/**
 * Counts what was issued to and denied for all clients of the caller's organization.
 * @throws ServiceError forbidden
 */
export async function getOrganizationActivity({
  query: { window },
  caller,
}: Pick<OperationContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, getOrganizationActivityContract.permission);
  const rows = await countActivity({
    organizationId: caller.organizationId,
    clientId: null,
    ...windowSpans[window],
  });
  return { body: summarizeActivity(window, rows) };
}
