import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { putDirectoryClientListingContract } from "@/lib/directory/clients/contract";
import { decideAboutClient } from "@/lib/directory/clients/decide-about-client";
import { serializeClient } from "@/lib/directory/clients/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof putDirectoryClientListingContract;

/**
 * Sets where an extension is listed, and closes the open request for a listing, if any.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function putClientListing({
  params,
  body: { listing, reason },
  caller,
  info,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, putDirectoryClientListingContract.platformPermission);
  const record = {
    kind: "client_listing",
    audited: (row: Parameters<typeof serializeClient>[0]) => {
      const client = serializeClient(row);
      return { listing: client.listing, listing_requested_at: client.listing_requested_at };
    },
    ...(reason && { context: { reason } }),
  };
  const row = await decideAboutClient(params.client_id, { caller, info }, record, () => ({
    listing,
    listingRequestedAt: null,
  }));
  return { body: serializeClient(row) };
}
