import { asProposed, pendingReview, serializeReview } from "@/lib/clients/listing/review";
import type { AuthorRow, ClientRow, ScopeReviewRow } from "@/lib/clients/repository";
import type { ClientResponse } from "@/lib/clients/schemas";
import { settingsOf } from "@/lib/clients/settings";
import { fullName } from "@/lib/core/full-name";
import { imageAddress } from "@/lib/core/images/image-address";
import type { JsonObject } from "@/lib/core/json";
import { grantTypes } from "@/lib/protocol/tokens/values";

/**
 * A client in the format of the API (platform spec, section 2.1), with the values that wait for a review in place of the
 * approved ones.
 * @param secrets in clear text or masked, newest first
 */
export function serializeClient(stored: ClientRow, secrets: readonly string[]): ClientResponse {
  const row = asProposed(stored);
  const grants = knownGrants(row.grantTypes);
  return {
    company_id: row.companyId,
    client_id: row.clientId,
    secret: [...secrets],
    slug: row.slug,
    scopes: { type: row.scopeType, permissions: row.scopes, grants },
    ...settingsOf(row),
    meta: {
      tags: row.tags,
      name: row.name,
      description: row.description,
      user_id: row.metaUserId ?? "",
    },
    author: serializeAuthor(row),
    is_active: row.isActive,
    status: row.status,
    client_type: row.clientType,
    organization_id: row.organizationId,
    _id: row.recordId,
    created_at: row.createdAt.toISOString(),
    modified_at: row.modifiedAt.toISOString(),
    raw_permissions: row.rawPermissions,
    name: row.name,
    grants,
    listing: row.listing,
    listing_requested_at: row.listingRequestedAt?.toISOString() ?? null,
    pending_review: pendingReview(stored),
    review: serializeReview(stored),
    scope_reviews: row.scopeReviews.map(serializeScopeReview),
    draft_companies: row.draftCompanies,
    suspended_at: row.suspendedAt?.toISOString() ?? null,
    suspension_reason: row.suspensionReason,
    logo_uri: imageAddress(row.logoId),
    version: row.version,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}

/** The fields that a change can alter, for audit rows: no secrets, timestamps or version. */
export function auditedFields(row: ClientRow): JsonObject {
  return {
    name: row.name,
    description: row.description,
    tags: row.tags,
    client_type: row.clientType,
    ...settingsOf(row),
    scopes: { type: row.scopeType, permissions: row.scopes },
    grants: row.grantTypes,
    logo_uri: imageAddress(row.logoId),
    is_active: row.isActive,
    listing: row.listing,
    listing_requested_at: row.listingRequestedAt?.toISOString() ?? null,
    pending_review: pendingReview(row),
    draft_companies: row.draftCompanies,
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}

/** A person as an author, in the format of the API. */
export function serializePerson(person: AuthorRow): ClientResponse["author"] {
  return {
    type: "user",
    id: person.id,
    name: fullName(person) ?? person.email ?? person.id,
    ...(person.email === null ? {} : { email: person.email }),
  };
}

function serializeAuthor({ author, authorClient }: ClientRow): ClientResponse["author"] {
  if (author) return serializePerson(author);
  if (authorClient) return { type: "client", id: authorClient.clientId, name: authorClient.name };
  return { type: "system", id: "", name: "Latchkey" };
}

function serializeScopeReview(row: ScopeReviewRow): ClientResponse["scope_reviews"][number] {
  const { scope, approved, reason, decidedAt } = row;
  const state = approved === null ? "pending" : approved ? "approved" : "declined";
  return { scope, state, reason, decided_at: decidedAt && new Date(decidedAt).toISOString() };
}

// The column is text, so a grant unknown to this version must not appear as usable.
function knownGrants(stored: readonly string[]): ClientResponse["grants"] {
  return grantTypes.filter((grant) => stored.includes(grant));
}
