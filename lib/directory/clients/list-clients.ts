import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listDirectoryClientsContract } from "@/lib/directory/clients/contract";
import { listClientRows } from "@/lib/directory/clients/repository";
import { serializeClient } from "@/lib/directory/clients/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";

type Contract = typeof listDirectoryClientsContract;

/**
 * Lists extensions of all organizations.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export async function listClients({
  query,
  caller,
}: Pick<PlatformContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listDirectoryClientsContract.platformPermission);
  const found = await listClientRows(readCursor("clients", query.cursor, ""), query);
  const { rows, page } = cursorPage("clients", query.limit, found, ({ clientId }) => clientId);
  return { body: { items: rows.map(serializeClient), page } };
}
