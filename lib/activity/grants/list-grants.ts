import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listGrantsContract } from "@/lib/activity/grants/contract";
import { type GrantRow, listGrantRows } from "@/lib/activity/grants/list-repository";
import type { ClientGrant } from "@/lib/activity/grants/schemas";
import { noSuchClient } from "@/lib/clients/no-such-client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { type PagedList, readPage } from "@/lib/kernel/http/read-page";

type Contract = typeof listGrantsContract;

/**
 * Lists a page of the live grants of a client of the caller's organization, newest first.
 * @throws ServiceError not_found, forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export async function listGrants({
  params,
  query,
  caller,
}: Pick<OperationContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePermission(caller, listGrantsContract.permission);
  const { organizationId } = caller;
  const list: PagedList<GrantRow> = {
    name: `grants:${params.client_id}`,
    positionOf: ({ id, approvedAt }) => ({ id, value: approvedAt.toISOString() }),
    read: async (part) => {
      const found = await listGrantRows(organizationId, params.client_id, part);
      if (!found) throw noSuchClient();
      return found;
    },
  };
  const { rows, page } = await readPage(list, query);
  return { body: { items: rows.map(serializeGrant), page } };
}

function serializeGrant(row: GrantRow): ClientGrant {
  return {
    company_id: row.companyId,
    organization_id: row.organizationId,
    name: row.name,
    scopes: row.scopes,
    approved_at: row.approvedAt.toISOString(),
    last_call_at: row.lastCallAt?.toISOString() ?? null,
  };
}
