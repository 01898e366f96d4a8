import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listDirectoryScopesContract } from "@/lib/directory/scopes/contract";
import { listScopeRows } from "@/lib/directory/scopes/repository";
import { serializeScope } from "@/lib/directory/scopes/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";

type Contract = typeof listDirectoryScopesContract;

/**
 * Lists the scopes that have a description, by name.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export async function listScopes({
  query,
  caller,
}: Pick<PlatformContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listDirectoryScopesContract.platformPermission);
  const found = await listScopeRows(readCursor("scopes", query.cursor, ""), query);
  const { rows, page } = cursorPage("scopes", query.limit, found, ({ name }) => name);
  return { body: { items: rows.map(serializeScope), page } };
}
