import type { ImportedManifest } from "@/lib/clients/manifest/schemas";
import type { ClientDraft } from "./client-draft";

/**
 * Applies a manifest to a draft; fields that it omits stay.
 * @param isNew false for a client that exists, whose type cannot be changed
 */
export function applyManifest(
  draft: ClientDraft,
  manifest: ImportedManifest,
  isNew: boolean,
): ClientDraft {
  const { meta, scopes, redirect_urls: urls, refresh_rotation: rotation } = manifest;
  return {
    ...draft,
    name: meta?.name ?? draft.name,
    description: meta?.description ?? draft.description,
    tags: meta?.tags?.join(", ") ?? draft.tags,
    clientType: (isNew ? manifest.client_type : undefined) ?? draft.clientType,
    baseUrl: textOf(manifest.base_url, draft.baseUrl),
    redirectUrls: urls ? rowsOf(urls) : draft.redirectUrls,
    scopeType: scopes?.type ?? draft.scopeType,
    scopes: scopes?.permissions ?? draft.scopes,
    grants: manifest.grants ?? draft.grants,
    accessTokenLifetime: manifest.access_token_lifetime ?? draft.accessTokenLifetime,
    refreshTokenLifetime: manifest.refresh_token_lifetime ?? draft.refreshTokenLifetime,
    rotatesRefreshTokens: rotation ? rotation !== "none" : draft.rotatesRefreshTokens,
    requiresPkce: manifest.require_pkce ?? draft.requiresPkce,
    policyUri: textOf(manifest.policy_uri, draft.policyUri),
    tosUri: textOf(manifest.tos_uri, draft.tosUri),
    supportEmail: textOf(manifest.support_email, draft.supportEmail),
  };
}

/** A text field: null in a manifest empties it. */
function textOf(sent: string | null | undefined, present: string): string {
  return sent === undefined ? present : (sent ?? "");
}

// The form always shows a row to type into.
function rowsOf(urls: readonly string[]): ClientDraft["redirectUrls"] {
  return (urls.length > 0 ? urls : [""]).map((value, key) => ({ key, value }));
}
