import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { getDirectoryScopeContract } from "@/lib/directory/scopes/contract";
import { findScope } from "@/lib/directory/scopes/repository";
import { serializeScope } from "@/lib/directory/scopes/serialize";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getDirectoryScopeContract;

/**
 * One scope of the directory.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function getScope({
  params,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, getDirectoryScopeContract.platformPermission);
  const row = await findScope(params.name);
  if (!row) {
    throw new ServiceError(
      "not_found",
      "This scope has no description. Clients can use it all the same; describe it with a PUT.",
    );
  }
  return { body: serializeScope(row) };
}
