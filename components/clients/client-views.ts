import type { ScopeView } from "../scopes/scope-view";

/** Words for `client_type` on the wire. */
export type ClientType = "extension" | "platform" | "administrator" | "partner";

/** One line of the client list. Times are ISO 8601. */
export interface ClientRow {
  clientId: string;
  name: string;
  tags: readonly string[];
  clientType: ClientType;
  isActive: boolean;
  scopeCount: number;
  createdAt: string;
  /** Null when it never asked for a token. */
  lastUsedAt: string | null;
}

/** A secret without the secret. */
export interface ClientSecretSummary {
  id: string;
  lastFour: string;
  createdAt: string;
  /** Null while it is the current one; otherwise when its overlap ends. */
  expiresAt: string | null;
}

/** Everything the page of one client shows. Lifetimes are in seconds, times ISO 8601. */
export interface ClientDetailView {
  recordId: string;
  clientId: string;
  organizationId: string;
  companyId: number;
  name: string;
  description: string;
  tags: readonly string[];
  clientType: ClientType;
  isActive: boolean;
  baseUrl: string | null;
  redirectUrls: readonly string[];
  scopes: readonly ScopeView[];
  secrets: readonly ClientSecretSummary[];
  accessTokenLifetime: number;
  refreshTokenLifetime: number;
  createdAt: string;
  modifiedAt: string;
  lastUsedAt: string | null;
}

/** How a mutation ended; the message says what to fix. */
export type ActionOutcome = { ok: true } | { ok: false; message: string };
