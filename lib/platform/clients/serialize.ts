import { pendingReview, serializeReview } from "@/lib/clients/listing/review";
import type { DirectoryClientRow } from "@/lib/platform/clients/repository";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";

/** An extension in the format of the API. */
export function serializeClient(row: DirectoryClientRow): DirectoryClient {
  return {
    client_id: row.clientId,
    name: row.name,
    description: row.description,
    organization_id: row.organizationId,
    organization_name: row.organizationName,
    publisher_verified: row.publisherVerified,
    client_type: row.clientType,
    base_url: row.baseUrl,
    redirect_urls: row.redirectUrls,
    scopes: row.scopes,
    is_active: row.isActive,
    suspended: row.suspendedAt !== null,
    suspended_at: row.suspendedAt?.toISOString() ?? null,
    reason: row.suspensionReason,
    listing: row.listing,
    listing_requested_at: row.listingRequestedAt?.toISOString() ?? null,
    pending_review: pendingReview(row),
    review: serializeReview(row),
    look_alikes: row.lookAlikes,
    version: row.version,
    conformance:
      row.conformance !== null && row.checkedAt
        ? { verdict: row.conformance, checked_at: row.checkedAt.toISOString() }
        : null,
    created_at: row.createdAt.toISOString(),
  };
}
