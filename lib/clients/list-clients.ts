import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listClientsContract } from "@/lib/clients/contract";
import { pageAfterCursor, positionOf } from "@/lib/clients/list-position";
import { listClientRows } from "@/lib/clients/list-repository";
import type { ListClientsQuery } from "@/lib/clients/query-schemas";
import type { ClientRow } from "@/lib/clients/repository";
import type { ClientResponse } from "@/lib/clients/schemas";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { describePage } from "@/lib/kernel/http/describe-page";
import { invalidFields } from "@/lib/kernel/http/invalid-fields";

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
  const isWalk = query.page_type === "cursor" || query.cursor !== undefined;
  const { rows, page } = await (isWalk ? readByCursor : readByNumber)({ organizationId, query });
  return { body: { items: rows.map(serialize), page } };
}

type Read = { organizationId: string; query: ListClientsQuery };

async function readByNumber({ organizationId, query }: Read) {
  const { total, clients } = await listClientRows(organizationId, query);
  return { rows: clients, page: describePage(query, clients, total) };
}

async function readByCursor(read: Read) {
  const { organizationId, query } = read;
  if (query.page_no !== 1) {
    const message = "cannot be combined with a cursor. Send only one of them.";
    throw invalidFields([{ path: "page_no", message }]);
  }
  const oneMore = { ...query, page_size: query.page_size + 1 };
  const { clients } = await listClientRows(organizationId, oneMore, positionOf(read));
  return pageAfterCursor(read, clients);
}

function serialize(row: ClientRow): ClientResponse {
  return serializeClient(row, row.lastFours.map(maskSecret));
}
