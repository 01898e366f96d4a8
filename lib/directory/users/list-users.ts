import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listDirectoryUsersContract } from "@/lib/directory/users/contract";
import { listUserRows } from "@/lib/directory/users/repository";
import { serializeUser } from "@/lib/directory/users/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";

type Contract = typeof listDirectoryUsersContract;

/**
 * Lists people, oldest first.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export async function listUsers({
  query,
  caller,
}: Pick<PlatformContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listDirectoryUsersContract.platformPermission);
  const found = await listUserRows(readCursor("users", query.cursor, ""), query);
  const { rows, page } = cursorPage("users", query.limit, found, ({ id }) => id);
  return { body: { items: rows.map(serializeUser), page } };
}
