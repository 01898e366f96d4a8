import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { getImpactContract } from "@/lib/activity/impact/contract";
import { readImpact } from "@/lib/activity/impact/read-impact";
import { noSuchClient } from "@/lib/clients/no-such-client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getImpactContract;

/**
 * Reports who would be affected if a client of the caller's organization stopped.
 * @throws ServiceError not_found or forbidden
 */
export async function getImpact({
  params,
  caller,
}: Pick<OperationContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, getImpactContract.permission);
  const impact = await readImpact(caller.organizationId, params.client_id);
  if (!impact) throw noSuchClient();
  return { body: impact };
}
