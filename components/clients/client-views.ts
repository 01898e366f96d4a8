import type { ClientStatus, clientTypes, rotationStates } from "@/lib/clients/field-values";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { GrantType } from "@/lib/protocol/tokens/values";

/** Kinds of client, as on the wire. */
export type ClientType = (typeof clientTypes)[number];

/** One line of the client list. Times are ISO 8601. */
export interface ClientRow {
  clientId: string;
  name: string;
  /** Null without a logo. */
  logoUri: string | null;
  tags: readonly string[];
  clientType: ClientType;
  isActive: boolean;
  status: ClientStatus;
  /** Live secrets. */
  secretCount: number;
  createdAt: string;
  /** Null if it never requested a token. */
  lastUsedAt: string | null;
  /** Null for a client that was not deleted. */
  deletedAt: string | null;
}

/** A secret without the secret. */
export interface ClientSecretSummary {
  id: string;
  lastFour: string;
  createdAt: string;
  name: string;
  /** Who made it; null for a client or the installation itself. */
  createdBy: string | null;
  /** Null while it is the current one; otherwise when its overlap ends. */
  expiresAt: string | null;
  /** Null when it was never used. */
  lastUsedAt: string | null;
  /** Address that last used it; null if unknown. */
  lastUsedFrom: string | null;
}

/** How far the change from old secrets to the newest one has come. */
export interface SecretRotationView {
  state: (typeof rotationStates)[number];
  newestId: string;
  old: readonly { id: string; idleSince: string; safeToRevoke: boolean }[];
}

/** Everything the page of one client shows. Lifetimes are in seconds, times ISO 8601. */
export interface ClientDetailView {
  recordId: string;
  clientId: string;
  organizationId: string;
  companyId: number;
  logoUri: string | null;
  /** The version that a change applies to; it fails if the client changed since. */
  version: number;
  slug: string;
  /** Name of the person who registered it. */
  author: string;
  name: string;
  description: string;
  tags: readonly string[];
  clientType: ClientType;
  isActive: boolean;
  status: ClientStatus;
  baseUrl: string | null;
  redirectUrls: readonly string[];
  scopeType: string;
  scopes: readonly string[];
  grants: readonly GrantType[];
  accessTokenLifetime: number;
  refreshTokenLifetime: number;
  /** Whether a refresh gives a new refresh token instead of the same one. */
  rotatesRefreshTokens: boolean;
  requiresPkce: boolean;
  listing: "draft" | "unlisted" | "listed";
  /** The fields that wait for the platform's approval, by their names in the API. */
  pendingReview: ClientResponse["pending_review"];
  /** The open review or the last decision; null for none. */
  review: ClientResponse["review"];
  /** The restricted scopes that it requested. */
  scopeReviews: ClientResponse["scope_reviews"];
  /** Companies that may install it while it is a draft. */
  draftCompanies: readonly number[];
  /** Why the platform suspended it; null unless it did. */
  suspensionReason: string | null;
  policyUri: string | null;
  tosUri: string | null;
  supportEmail: string | null;
  createdAt: string;
  modifiedAt: string;
  lastUsedAt: string | null;
}
