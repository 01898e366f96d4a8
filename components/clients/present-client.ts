import type {
  ClientResponse,
  ClientSecretListResponse,
  ClientSecretResponse,
} from "@/lib/clients/schemas";
import type {
  ClientDetailView,
  ClientRow,
  ClientSecretSummary,
  SecretRotationView,
} from "./client-views";

/** A client of the API as one line of the list. */
export function presentRow(client: ClientResponse): ClientRow {
  return {
    clientId: client.client_id,
    name: client.meta.name,
    logoUri: client.logo_uri,
    tags: client.meta.tags,
    clientType: client.client_type,
    isActive: client.is_active,
    status: client.status,
    secretCount: client.secret.length,
    createdAt: client.created_at,
    lastUsedAt: client.last_used_at,
    deletedAt: client.deleted_at,
  };
}

/** A client of the API as its own pages show it. */
export function presentClient(client: ClientResponse): ClientDetailView {
  return {
    ...presentRow(client),
    recordId: client._id,
    organizationId: client.organization_id,
    companyId: client.company_id,
    version: client.version,
    slug: client.slug,
    author: client.author.name,
    description: client.meta.description,
    baseUrl: client.base_url,
    redirectUrls: client.redirect_urls,
    scopeType: client.scopes.type,
    scopes: client.scopes.permissions,
    grants: client.grants,
    accessTokenLifetime: client.access_token_lifetime,
    refreshTokenLifetime: client.refresh_token_lifetime,
    rotatesRefreshTokens: client.refresh_rotation !== "none",
    requiresPkce: client.require_pkce,
    listing: client.listing,
    pendingReview: client.pending_review,
    review: client.review,
    scopeReviews: client.scope_reviews,
    draftCompanies: client.draft_companies,
    suspensionReason: client.suspension_reason,
    policyUri: client.policy_uri,
    tosUri: client.tos_uri,
    supportEmail: client.support_email,
    modifiedAt: client.modified_at,
  };
}

/** A secret of the API as the page of credentials shows it. */
export function presentSecret(secret: ClientSecretResponse): ClientSecretSummary {
  return {
    id: secret.id,
    name: secret.name,
    lastFour: secret.last_four,
    createdAt: secret.created_at,
    createdBy: secret.created_by?.name ?? null,
    expiresAt: secret.expires_at,
    lastUsedAt: secret.last_used_at,
    lastUsedFrom: secret.last_used_from,
  };
}

/** The state of a rotation as the page of credentials shows it; null while there is one secret. */
export function presentRotation(
  rotation: ClientSecretListResponse["rotation"],
): SecretRotationView | null {
  if (!rotation) return null;
  return {
    state: rotation.state,
    newestId: rotation.newest_id,
    old: rotation.old.map((secret) => ({
      id: secret.id,
      idleSince: secret.idle_since,
      safeToRevoke: secret.safe_to_revoke,
    })),
  };
}
