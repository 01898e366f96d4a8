import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { getDirectoryCompanyGrantContract } from "@/lib/directory/companies/grants/contract";
import { noSuchGrant } from "@/lib/directory/companies/grants/no-such-grant";
import { findCompanyGrant } from "@/lib/directory/companies/grants/repository";
import { serializeCompanyGrant } from "@/lib/directory/companies/grants/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getDirectoryCompanyGrantContract;

/**
 * What a company grants an extension.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function getCompanyGrant({
  params,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, getDirectoryCompanyGrantContract.platformPermission);
  const row = await findCompanyGrant(params.company_id, params.client_id);
  if (!row) throw noSuchGrant();
  return { body: serializeCompanyGrant(row) };
}
