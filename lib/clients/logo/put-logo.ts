import type { OperationContext } from "@/lib/access/operation-context";
import { changeLogo } from "@/lib/clients/logo/change-logo";
import type { putClientLogoContract } from "@/lib/clients/logo/contract";
import { encodeImage } from "@/lib/images/encode-image";
import { storeImage } from "@/lib/images/store-image";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof putClientLogoContract;

/**
 * Re-encodes an uploaded image and makes it the client's logo.
 * @throws ServiceError invalid_request for a file that is not a usable image, or as {@link changeLogo}
 */
export async function putClientLogo(
  context: OperationContext<Contract>,
): Promise<ContractOutput<Contract>> {
  const image = await encodeImage(context.body);
  return changeLogo(context, (tx) => storeImage(tx, image));
}
