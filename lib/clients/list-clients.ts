import { requirePermission } from "@/lib/auth/caller";
import { listClientsContract } from "@/lib/clients/contract";
import { listClientRows } from "@/lib/clients/list-repository";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import type { ContractOutput } from "@/lib/http/contract";
import { describePage } from "@/lib/http/describe-page";
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
  return { body: { items, page: describePage(query, items, total) } };
}
