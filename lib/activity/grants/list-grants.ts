import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listGrantsContract } from "@/lib/activity/grants/contract";
import { listGrantRows } from "@/lib/activity/grants/list-repository";
import { noSuchClient } from "@/lib/clients/no-such-client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { describePage } from "@/lib/kernel/http/describe-page";

type Contract = typeof listGrantsContract;

/**
 * Lists a page of the live grants of a client of the caller's organization, newest first.
 * @throws ServiceError not_found or forbidden
 */
export async function listGrants({
  params,
  query,
  caller,
}: Pick<OperationContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePermission(caller, listGrantsContract.permission);
  const found = await listGrantRows(caller.organizationId, params.client_id, query);
  if (!found) throw noSuchClient();
  const items = found.grants.map((row) => ({
    company_id: row.companyId,
    organization_id: row.organizationId,
    name: row.name,
    scopes: row.scopes,
    approved_at: row.approvedAt.toISOString(),
    last_call_at: row.lastCallAt?.toISOString() ?? null,
  }));
  return { body: { items, page: describePage(query, items, found.total) } };
}
