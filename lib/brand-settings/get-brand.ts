import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { getBrandContract } from "@/lib/brand-settings/contract";
import { readBrand } from "@/lib/brand-settings/repository";
import { serializeBrand } from "@/lib/brand-settings/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getBrandContract;

/**
 * Returns the brand as it is stored now.
 * @throws ServiceError forbidden
 */
export async function getBrand({
  caller,
}: Pick<PlatformContext<Contract>, "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, getBrandContract.platformPermission);
  return { body: serializeBrand(await readBrand()) };
}
