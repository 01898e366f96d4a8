import type { GrantType } from "@/lib/protocol/tokens/values";

// Constants that pages need without the table of fields.

/** Kinds of client. All work the same; the platform distinguishes them in its own lists. */
export const clientTypes = ["extension", "platform", "administrator", "partner"] as const;

/** What a client's publisher sees about it; `CLIENT_STATUS` decides. */
export const clientStatuses = ["active", "draft", "inactive", "suspended"] as const;

export type ClientStatus = (typeof clientStatuses)[number];

/** The default grants of a client, derived from its scopes. */
export function defaultGrants(scopes: readonly string[]): GrantType[] {
  const grants: GrantType[] = ["authorization_code", "refresh_token"];
  // A client that manages its organization gets its token with client_credentials.
  const isManaging = scopes.some((scope) => scope.startsWith("organization/"));
  return isManaging ? [...grants, "client_credentials"] : grants;
}

/** Who can install a client: companies that it names, anyone with its link, or every seller, who sees it in a list. */
export const listings = ["draft", "unlisted", "listed"] as const;

/** Maximum number of companies that a draft names. */
export const MAX_DRAFT_COMPANIES = 100;

/** What a refresh does with the refresh token. */
export const refreshRotations = ["none", "confirm_on_use"] as const;

/** The stages of moving from old secrets to the newest one. */
export const rotationStates = ["waiting_for_first_use", "old_in_use", "safe_to_revoke"] as const;

/** Limits of lifetimes and overlaps, in seconds. */
export const bounds = {
  accessTokenLifetime: { min: 300, max: 86_400, default: 3_600 },
  refreshTokenLifetime: { min: 3_600, max: 157_680_000, default: 31_536_000 },
  overlap: { min: 0, max: 2_592_000, default: 86_400 },
} as const;

/** How long a deleted client can be restored, in days. */
export const RESTORE_DAYS = 30;

/** Description of `revoke_secrets`, wherever a change may affect secrets that others have seen. */
export const REVOKE_SECRETS =
  "Whether to revoke live secrets seen by someone who lacks, or after this change would lack, a permission in the client's scopes. Without it, such a change fails with 409, and the error names the secrets.";
