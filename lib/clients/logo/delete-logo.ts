import type { OperationContext } from "@/lib/access/operation-context";
import { changeLogo } from "@/lib/clients/logo/change-logo";
import type { deleteClientLogoContract } from "@/lib/clients/logo/contract";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof deleteClientLogoContract;

/**
 * Removes the client's logo; the image itself is cleaned up once nothing uses it.
 * @throws ServiceError as {@link changeLogo}
 */
export function deleteClientLogo(
  context: OperationContext<Contract>,
): Promise<ContractOutput<Contract>> {
  return changeLogo(context, async () => null);
}
