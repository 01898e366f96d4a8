import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listDirectoryCompanyGrantsContract } from "@/lib/directory/companies/grants/contract";
import { listCompanyGrantRows } from "@/lib/directory/companies/grants/repository";
import { serializeCompanyGrant } from "@/lib/directory/companies/grants/serialize";
import { noSuchCompany } from "@/lib/directory/companies/no-such-company";
import { findCompany } from "@/lib/directory/companies/repository";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";

type Contract = typeof listDirectoryCompanyGrantsContract;

/**
 * Lists what a company grants extensions.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request for a forged cursor
 */
export async function listCompanyGrants({
  params,
  query,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePlatformPermission(caller, listDirectoryCompanyGrantsContract.platformPermission);
  const { company_id: id } = params;
  const list = `company-grants:${id}`;
  const found = await listCompanyGrantRows(id, readCursor(list, query.cursor, ""), query.limit);
  if (found.length === 0 && !(await findCompany(id))) throw noSuchCompany();
  const { rows, page } = cursorPage(list, query.limit, found, ({ clientId }) => clientId);
  return { body: { items: rows.map(serializeCompanyGrant), page } };
}
