import type {
  CreateClientInput,
  PatchClientInput,
  UpdateClientInput,
} from "@/lib/clients/input-schemas";
import { type ClientDraft, redirectUrlsOf, tagsOf } from "./client-draft";

/** The draft as the body of create. */
export function createBody(draft: ClientDraft): CreateClientInput {
  return { ...metaBody(draft), ...settingsBody(draft), client_type: draft.clientType };
}

/** The fields that PUT changes: name, description and tags. */
export function metaBody(draft: ClientDraft) {
  const { name, description } = draft;
  return { meta: { name, description, tags: tagsOf(draft) } } satisfies UpdateClientInput;
}

/** The fields that PATCH changes. An empty lifetime is sent as 0, so that the API rejects it. */
export function settingsBody(draft: ClientDraft) {
  return {
    base_url: draft.baseUrl.trim() || null,
    redirect_urls: redirectUrlsOf(draft),
    scopes: { type: draft.scopeType, permissions: draft.scopes },
    ...(draft.grants && { grants: draft.grants }),
    access_token_lifetime: draft.accessTokenLifetime ?? 0,
    refresh_token_lifetime: draft.refreshTokenLifetime ?? 0,
    refresh_rotation: draft.rotatesRefreshTokens ? "confirm_on_use" : "none",
    require_pkce: draft.requiresPkce,
    policy_uri: draft.policyUri.trim() || null,
    tos_uri: draft.tosUri.trim() || null,
    support_email: draft.supportEmail.trim() || null,
  } satisfies PatchClientInput;
}
