import type { ClientChange, ClientRow } from "@/lib/clients/repository";
import { env } from "@/lib/kernel/env";

/**
 * What a publisher's choice of a listing changes. Where an operator approves listings, `listed` becomes a request, and any
 * other choice withdraws it.
 * @param chosen undefined: nothing
 */
export function changeListing(
  { listing, listingRequestedAt }: ClientRow,
  chosen: ClientRow["listing"] | undefined,
  now: Date,
): Pick<ClientChange, "listing" | "listingRequestedAt"> {
  if (chosen === undefined) return {};
  if (chosen !== "listed") return { listing: chosen, listingRequestedAt: null };
  if (listing === "listed" || !env().reviewListings) {
    return { listing: "listed", listingRequestedAt: null };
  }
  return { listing, listingRequestedAt: listingRequestedAt ?? now };
}
