import type { PlatformContext } from "@/lib/access/operation-context";
import { changeBrand } from "@/lib/brand-settings/change-brand";
import type { deleteBrandLogoContract } from "@/lib/brand-settings/contract";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof deleteBrandLogoContract;

/**
 * Restores the default logo; the image itself is cleaned up once nothing uses it.
 * @throws ServiceError forbidden
 */
export function deleteBrandLogo(
  context: PlatformContext<Contract>,
): Promise<ContractOutput<Contract>> {
  return changeBrand(context, () => ({ logoId: null }));
}
