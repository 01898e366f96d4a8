import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { listServiceKeysContract } from "@/lib/service-keys/contract";
import { findServiceKeys } from "@/lib/service-keys/repository";
import { serializeServiceKey } from "@/lib/service-keys/serialize";

type Contract = typeof listServiceKeysContract;

/**
 * Lists the service keys of the installation.
 * @throws ServiceError forbidden
 */
export async function listServiceKeys({
  caller,
}: Pick<PlatformContext<Contract>, "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listServiceKeysContract.platformPermission);
  return { body: { items: (await findServiceKeys()).map(serializeServiceKey) } };
}
