import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { getDirectoryCompanyContract } from "@/lib/directory/companies/contract";
import { noSuchCompany } from "@/lib/directory/companies/no-such-company";
import { findCompany } from "@/lib/directory/companies/repository";
import { serializeCompany } from "@/lib/directory/companies/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getDirectoryCompanyContract;

/**
 * One company of the directory.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function getCompany({
  params,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, getDirectoryCompanyContract.platformPermission);
  const row = await findCompany(params.company_id);
  if (!row) throw noSuchCompany();
  return { body: serializeCompany(row) };
}
