import { requirePermission } from "@/lib/auth/caller";
import { noSuchClient } from "@/lib/clients/no-such-client";
import type { ContractOutput } from "@/lib/http/contract";
import type { VerbContext } from "@/lib/http/handle";
import { getImpactContract } from "@/lib/oauth/impact/contract";
import { measureClient } from "@/lib/oauth/impact/repository";

type Contract = typeof getImpactContract;

/**
 * Who would notice if a client of the caller's organization stopped.
 * @throws ServiceError not_found or forbidden
 */
export async function getImpact({
  params,
  caller,
}: Pick<VerbContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
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
