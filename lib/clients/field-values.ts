// What pages need to know of a client's fields. It stays apart from the schemas, which a browser
// loads only to check what was typed.

import type { GrantType } from "@/lib/oauth/tokens/grant-type-values";

/** Kinds of client; all work alike, the platform tells them apart in its own lists. */
export const clientTypes = ["extension", "platform", "administrator", "partner"] as const;

/** The grants of a client that is registered without any: those that its scopes need. */
export function defaultGrants(scopes: readonly string[]): GrantType[] {
  const grants: GrantType[] = ["authorization_code", "refresh_token"];
  // A client that manages its organization gets its token with client_credentials.
  const isManaging = scopes.some((scope) => scope.startsWith("organization/"));
  return isManaging ? [...grants, "client_credentials"] : grants;
}

/** What a refresh gives back. */
export const refreshRotations = ["none", "confirm_on_use"] as const;

/** How far a client has moved from its old secrets to the newest one. */
export const rotationStates = ["waiting_for_first_use", "old_in_use", "safe_to_revoke"] as const;

/** Bounds of lifetimes and overlaps, in seconds. */
export const bounds = {
  accessTokenLifetime: { min: 300, max: 86_400, default: 3_600 },
  refreshTokenLifetime: { min: 3_600, max: 157_680_000, default: 31_536_000 },
  overlap: { min: 0, max: 2_592_000, default: 86_400 },
} as const;

/** How long a deleted client can be restored, in days. */
export const RESTORE_DAYS = 30;

/** What `revoke_secrets` means, wherever a change may be about secrets that somebody has seen. */
export const REVOKE_SECRETS =
  "Whether to revoke live secrets that somebody has seen who lacks a permission of the client's scopes, or would lack it after this change. Without it such a change is refused with 409 and the secrets are named.";
