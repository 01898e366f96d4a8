import type { ClientResponse, ClientSecretResponse } from "@/lib/clients/schemas";
import type { ScopeView } from "../scopes/scope-view";
import type { ClientDetailView, ClientRow, ClientSecretSummary } from "./client-views";

/** A client of the API as one line of the list. */
export function presentRow(client: ClientResponse): ClientRow {
  return {
    clientId: client.client_id,
    name: client.meta.name,
    tags: client.meta.tags,
    clientType: client.client_type,
    isActive: client.is_active,
    scopeCount: client.scopes.permissions.length,
    createdAt: client.created_at,
    lastUsedAt: client.last_used_at,
  };
}

/**
 * A client of the API as its own page shows it.
 * @param secrets its live secrets, newest first; masked
 * @param scopes a description of each of its scopes
 */
export function presentClient(
  client: ClientResponse,
  secrets: readonly ClientSecretResponse[],
  scopes: readonly ScopeView[],
): ClientDetailView {
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
    scopes,
    grants: client.grants,
    secrets: secrets.map(presentSecret),
    accessTokenLifetime: client.access_token_lifetime,
    refreshTokenLifetime: client.refresh_token_lifetime,
    rotatesRefreshTokens: client.refresh_rotation !== "none",
    requiresPkce: client.require_pkce,
    modifiedAt: client.modified_at,
  };
}

function presentSecret(secret: ClientSecretResponse): ClientSecretSummary {
  return {
    id: secret.id,
    name: secret.name,
    lastFour: secret.last_four,
    createdAt: secret.created_at,
    createdBy: secret.created_by?.name ?? null,
    expiresAt: secret.expires_at,
    lastUsedAt: secret.last_used_at,
  };
}
