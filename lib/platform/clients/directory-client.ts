import { z } from "zod";
import { pendingReview, serializeReview } from "@/lib/clients/listing/review";
import { entityTag } from "@/lib/core/http/entity-tag";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import type { DirectoryClientRow } from "@/lib/platform/clients/repository";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { DIRECTORY, LISTS } from "@/lib/platform/values";

export const CLIENTS = `${DIRECTORY}/clients`;

/** Path of one extension, and prefix of the paths below it. */
export const CLIENT = `${CLIENTS}/{client_id}` as const;

export const STATUS = `${CLIENT}/status` as const;
export const LISTING = `${CLIENT}/listing` as const;

/** Path parameters of one extension. */
export const ofClient = z.object({
  client_id: clientIdSchema.meta({ description: "The extension's API key." }),
});

/** Extensions as the API has them. Deleted ones have no row. */
export const directoryClients = {
  ...LISTS.clients,
  keyOf: ({ clientId }: DirectoryClientRow) => clientId,
  missing:
    "There is no extension with this client_id, or it was deleted. List the extensions to see their ids.",
  serialize: serializeClient,
};

/** The response with an extension; its version is the ETag. */
export function clientResponse(row: DirectoryClientRow) {
  return { body: serializeClient(row), headers: { etag: entityTag(row.version) } };
}

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
