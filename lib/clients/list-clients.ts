import { requirePermission } from "@/lib/auth/caller";
import { listClientsContract } from "@/lib/clients/contract";
import type { ListClientsQuery } from "@/lib/clients/query-schemas";
import { listClientRows } from "@/lib/clients/repository";
import type { PageData } from "@/lib/clients/schemas";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import type { ContractOutput } from "@/lib/http/contract";
import type { VerbContext } from "@/lib/http/handle";

type Contract = typeof listClientsContract;

/**
 * A page of the caller's organization's clients, secrets masked (document 4.1).
 * @throws ServiceError forbidden
 */
export async function listClients({
  query,
  caller,
}: Pick<VerbContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listClientsContract.permission);
  const { total, clients } = await listClientRows(caller.organizationId, query);
  const items = clients.map((row) => serializeClient(row, row.lastFours.map(maskSecret)));
  return { body: { items, page: describePage(query, total) } };
}

function describePage({ page_no, page_size }: ListClientsQuery, total: number): PageData {
  const hasNext = page_no * page_size < total;
  return {
    item_total: total,
    next_id: hasNext ? String(page_no + 1) : "",
    has_previous: page_no > 1,
    has_next: hasNext,
    current: page_no,
    type: "number",
    size: page_size,
    limit: page_size,
    total,
  };
}
