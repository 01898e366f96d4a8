import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listClientsContract } from "@/lib/clients/contract";
import { listClientRows } from "@/lib/clients/list-repository";
import type { ClientRow } from "@/lib/clients/repository";
import type { ClientResponse } from "@/lib/clients/schemas";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { type PagedList, readPage } from "@/lib/kernel/http/read-page";

type Contract = typeof listClientsContract;

/**
 * Lists a page of the caller's organization's clients with masked secrets (platform spec, section 4.1).
 * @throws ServiceError forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export async function listClients({
  query,
  caller,
}: Pick<OperationContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listClientsContract.permission);
  const { organizationId } = caller;
  const list: PagedList<ClientRow> = {
    name: `clients:${organizationId}:${query.sort}`,
    positionOf: ({ clientId, createdAt, name }) => ({
      id: clientId,
      value: query.sort.endsWith("name") ? name : createdAt.toISOString(),
    }),
    read: (part) => listClientRows(organizationId, query, part),
  };
  const { rows, page } = await readPage(list, query);
  return { body: { items: rows.map(serialize), page } };
}

function serialize(row: ClientRow): ClientResponse {
  return serializeClient(row, row.lastFours.map(maskSecret));
}
