import { getOrganizationActivityContract } from "@/lib/activity/contract";
import { countActivity } from "@/lib/activity/repository";
import { summarizeActivity, windowSpans } from "@/lib/activity/summarize-activity";
import { requirePermission } from "@/lib/auth/caller";
import type { ContractOutput } from "@/lib/http/contract";
import type { VerbContext } from "@/lib/http/handle";

type Contract = typeof getOrganizationActivityContract;

/**
 * Counts what all clients of the caller's organization were issued and refused.
 * @throws ServiceError forbidden
 */
export async function getOrganizationActivity({
  query: { window },
  caller,
}: Pick<VerbContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, getOrganizationActivityContract.permission);
  const rows = await countActivity(caller.organizationId, null, windowSpans[window]);
  return { body: summarizeActivity(window, rows) };
}
