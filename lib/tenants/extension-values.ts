import type { ScopeUseHint } from "@/lib/consent/scope-use/values";
import type { SupportContacts } from "@/lib/core/values/support-contact-values";

/** An extension and its publisher, as pages of companies and organizations show them. */
export interface PresentedExtension {
  clientId: string;
  name: string;
  /** Null without a logo. */
  logoUri: string | null;
  publisherName: string;
  publisherVerified: boolean;
}

/** An extension that a company may install. */
export interface AvailableExtension extends PresentedExtension {
  description: string;
  scopeCount: number;
  /** `/fp/install` of the extension, for this company. */
  installHref: string;
}

/** An extension that a company or an organization has or had. */
export interface GrantedExtension extends PresentedExtension {
  /** False if its publisher deactivated it: it cannot be launched. */
  isActive: boolean;
  /** Whether the platform suspended it or its publisher: it cannot be launched. */
  isSuspended: boolean;
  /** Why; null if the platform gave no reason. */
  suspensionReason: string | null;
  /** Empty after removal. */
  scopes: string[];
  installedAt: Date;
  /** Null if that person no longer exists. */
  approvedBy: string | null;
  /** Null for an organization, after removal, and while it cannot be launched. */
  launchHref: string | null;
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

/** Everything that a company or an organization knows about an extension: its permissions, its activity, its history. */
export interface ConnectedExtension extends GrantedExtension {
  description: string;
  contacts: SupportContacts;
  /** Null while it is connected. */
  removedAt: Date | null;
  /** How it used permissions over the last 30 days; those not used are omitted. */
  use: { scope: string; calls: number; lastUsedAt: Date }[];
  /** Newest change first. */
  history: GrantChange[];
  /** Null while it is connected. */
  uninstall: UninstallProgress | null;
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

/** The state of the call that notifies an extension of its removal. */
export interface UninstallProgress {
  state: "waiting" | "delivered" | "given_up";
  attempts: number;
  requestedAt: Date;
  /** Null unless `state` is `waiting`. */
  nextAttemptAt: Date | null;
  /** Why the last attempt failed; null if none did. */
  lastFailure: "unreachable" | "error" | null;
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
