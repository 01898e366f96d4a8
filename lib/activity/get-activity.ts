import { getActivityContract } from "@/lib/activity/contract";
import { countActivity } from "@/lib/activity/repository";
import { summarizeActivity, windowSpans } from "@/lib/activity/summarize-activity";
import { requirePermission } from "@/lib/auth/caller";
import { noSuchClient } from "@/lib/clients/no-such-client";
import type { ContractOutput } from "@/lib/http/contract";
import type { VerbContext } from "@/lib/http/handle";

type Contract = typeof getActivityContract;

/**
 * Counts what a client of the caller's organization was issued and refused.
 * @throws ServiceError not_found or forbidden
 */
export async function getActivity({
  params,
  query: { window },
  caller,
}: Pick<VerbContext<Contract>, "params" | "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, getActivityContract.permission);
  const rows = await countActivity(caller.organizationId, params.client_id, windowSpans[window]);
  if (rows.length === 0) throw noSuchClient();
  return { body: summarizeActivity(window, rows) };
}
