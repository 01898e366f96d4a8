import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { eraseDirectoryUserContract } from "@/lib/directory/users/contract";
import { noSuchUser } from "@/lib/directory/users/no-such-user";
import { findUser } from "@/lib/directory/users/repository";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { eraseUser } from "@/lib/people/erase-user";

type Contract = typeof eraseDirectoryUserContract;

/**
 * Erases a person's data everywhere.
 * @throws ServiceError forbidden, insufficient_scope, not_found, conflict for an operator
 */
export async function eraseDirectoryUser({
  params,
  caller,
  info,
}: Pick<PlatformContext<Contract>, "params" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  requirePlatformPermission(caller, eraseDirectoryUserContract.platformPermission);
  const row = await findUser(params.external_id);
  if (!row) throw noSuchUser();
  await eraseUser(row.id, platformActor(caller), info);
  return { body: { user_id: row.id, erased: true } };
}
