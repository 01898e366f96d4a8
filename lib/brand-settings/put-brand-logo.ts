import type { PlatformContext } from "@/lib/access/operation-context";
import { changeBrand } from "@/lib/brand-settings/change-brand";
import type { putBrandLogoContract } from "@/lib/brand-settings/contract";
import { encodeImage } from "@/lib/images/encode-image";
import { storeImage } from "@/lib/images/store-image";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof putBrandLogoContract;

/**
 * Re-encodes an uploaded image and makes it the logo of this installation.
 * @throws ServiceError invalid_request for a file that is not a usable image, or forbidden
 */
export async function putBrandLogo(
  context: PlatformContext<Contract>,
): Promise<ContractOutput<Contract>> {
  const image = await encodeImage(context.body);
  return changeBrand(context, async (tx) => ({ logoId: await storeImage(tx, image) }));
}
