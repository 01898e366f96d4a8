import type { ClientDraft } from "./client-draft";
import type { ClientDetailView } from "./client-views";

/** The draft of an existing client. */
export function draftOfClient(client: ClientDetailView): ClientDraft {
  const urls = client.redirectUrls.length > 0 ? client.redirectUrls : [""];
  return {
    name: client.name,
    description: client.description,
    tags: client.tags.join(", "),
    clientType: client.clientType,
    baseUrl: client.baseUrl ?? "",
    redirectUrls: urls.map((value, key) => ({ key, value })),
    scopeType: client.scopeType,
    scopes: [...client.scopes],
    grants: [...client.grants],
    accessTokenLifetime: client.accessTokenLifetime,
    refreshTokenLifetime: client.refreshTokenLifetime,
    rotatesRefreshTokens: client.rotatesRefreshTokens,
    requiresPkce: client.requiresPkce,
    policyUri: client.policyUri ?? "",
    tosUri: client.tosUri ?? "",
    supportEmail: client.supportEmail ?? "",
  };
}
