import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listDirectoryCompaniesContract } from "@/lib/directory/companies/contract";
import { listCompanyRows } from "@/lib/directory/companies/repository";
import { serializeCompany } from "@/lib/directory/companies/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";

type Contract = typeof listDirectoryCompaniesContract;

/**
 * Lists companies in the order of their ids.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export async function listCompanies({
  query,
  caller,
}: Pick<PlatformContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listDirectoryCompaniesContract.platformPermission);
  const found = await listCompanyRows(readCursor("companies", query.cursor, 0), query);
  const { rows, page } = cursorPage("companies", query.limit, found, ({ id }) => id);
  return { body: { items: rows.map(serializeCompany), page } };
}
