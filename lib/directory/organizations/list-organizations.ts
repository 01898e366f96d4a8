import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listDirectoryOrganizationsContract } from "@/lib/directory/organizations/contract";
import { listOrganizationRows } from "@/lib/directory/organizations/repository";
import { serializeOrganization } from "@/lib/directory/organizations/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";

type Contract = typeof listDirectoryOrganizationsContract;

/**
 * Lists organizations in the order of their ids.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export async function listOrganizations({
  query,
  caller,
}: Pick<PlatformContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listDirectoryOrganizationsContract.platformPermission);
  const found = await listOrganizationRows(readCursor("organizations", query.cursor, ""), query);
  const { rows, page } = cursorPage("organizations", query.limit, found, ({ id }) => id);
  return { body: { items: rows.map(serializeOrganization), page } };
}
