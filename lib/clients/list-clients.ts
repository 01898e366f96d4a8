import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listClientsContract } from "@/lib/clients/contract";
import { listClientRows } from "@/lib/clients/list-repository";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { describePage } from "@/lib/kernel/http/describe-page";

type Contract = typeof listClientsContract;

/**
 * Lists a page of the caller's organization's clients with masked secrets (platform spec, section 4.1).
 * @throws ServiceError forbidden
 */
export async function listClients({
  query,
  caller,
}: Pick<OperationContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listClientsContract.permission);
  const { total, clients } = await listClientRows(caller.organizationId, query);
  const items = clients.map((row) => serializeClient(row, row.lastFours.map(maskSecret)));
  return { body: { items, page: describePage(query, items, total) } };
}
