import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { getDirectoryUserContract } from "@/lib/directory/users/contract";
import { noSuchUser } from "@/lib/directory/users/no-such-user";
import { findUser } from "@/lib/directory/users/repository";
import { serializeUser } from "@/lib/directory/users/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getDirectoryUserContract;

/**
 * One person of the directory.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function getUser({
  params,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, getDirectoryUserContract.platformPermission);
  const row = await findUser(params.external_id);
  if (!row) throw noSuchUser();
  return { body: serializeUser(row) };
}
