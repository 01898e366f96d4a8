import type { ScopeUseHint } from "@/lib/consent/scope-use/values";
import type {
  presentExtension,
  presentGrant,
  readConnected,
} from "@/lib/tenants/companies/extensions";

/** An extension that a company or an organization has or had. */
export type GrantedExtension = ReturnType<typeof presentGrant>;

/** Everything that a company or an organization knows about an extension: its permissions, activity, and history. */
export type ConnectedExtension = NonNullable<Awaited<ReturnType<typeof readConnected>>>;

/** The state of the call that notifies an extension of its removal. */
export type UninstallProgress = NonNullable<ConnectedExtension["uninstall"]>;

/** An extension that a company may install. */
export interface AvailableExtension extends ReturnType<typeof presentExtension> {
  description: string;
  scopeCount: number;
  /** `/fp/install` of the extension, for this company. */
  installHref: string;
}

/** An extension with scopes granted by a company. */
export interface InstalledExtension extends GrantedExtension {
  /** Null without a call on record. */
  lastUsedAt: Date | null;
  /**
   * How it used each permission over the last 30 days. Empty if the log cannot show which ones it needs, because it has
   * made no call yet or its permissions have changed within these days.
   */
  use: ScopeUseHint[];
}

/** A change of an extension's permissions. */
export interface GrantChange<Scope = string> {
  id: string;
  change: "granted" | "changed" | "revoked";
  added: Scope[];
  removed: Scope[];
  /** Null if that person no longer exists. */
  by: string | null;
  at: Date;
}

/** A staff member's request for an owner or admin. */
export interface WaitingQuestion<Scope = string> {
  id: string;
  clientId: string;
  logoUri: string | null;
  clientName: string;
  publisherName: string;
  publisherVerified: boolean;
  scopes: Scope[];
  askedBy: { name: string; email: string | null };
  askedAt: Date;
}
