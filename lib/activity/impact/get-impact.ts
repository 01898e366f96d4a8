import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { getImpactContract } from "@/lib/activity/impact/contract";
import { measureClient } from "@/lib/activity/impact/repository";
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
  const row = await measureClient(caller.organizationId, params.client_id);
  if (!row) throw noSuchClient();
  return {
    body: {
      companies: {
        total: row.grants,
        latest: row.latest.map((grantor) => ({
          company_id: grantor.companyId,
          organization_id: grantor.organizationId,
          name: grantor.name,
          last_call_at: grantor.lastCallAt,
        })),
      },
      live_tokens: {
        offline: row.offline,
        online: row.online,
        client_credentials: row.clientCredentials,
        refresh: row.refresh,
      },
      last_call_at: row.lastCallAt?.toISOString() ?? null,
      last_token_at: row.lastTokenAt?.toISOString() ?? null,
    },
  };
}
