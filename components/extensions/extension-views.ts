import type { SupportContacts } from "@/lib/core/values/support-contact-values";
import type { ScopeView } from "../scopes/scope-view";

/** An extension as sellers know it. */
export interface Extension {
  clientId: string;
  name: string;
  /** Null without a logo. */
  logoUri: string | null;
  publisherName: string;
  publisherVerified: boolean;
}

/** An extension that the company may install. */
export interface AvailableExtension extends Extension {
  description: string;
  scopeCount: number;
  /** The extension's own install address, with this company in it. */
  installHref: string;
}

/** How often a permission was used over the last 30 days. */
export interface PermissionUse {
  scope: ScopeView;
  calls: number;
  /** Null when it was not used. */
  lastUsedAt: Date | null;
  /** False for a permission that was used but is no longer allowed. */
  allowed: boolean;
}

/** A change of an extension's permissions. */
export interface GrantChange<Scope = ScopeView> {
  id: string;
  change: "granted" | "changed" | "revoked";
  added: readonly Scope[];
  removed: readonly Scope[];
  /** Null if that person no longer exists. */
  by: string | null;
  at: Date;
}

/** The state of the uninstall call. */
export interface UninstallProgress {
  state: "waiting" | "delivered" | "given_up";
  attempts: number;
  requestedAt: Date;
  /** Null unless `state` is `waiting`. */
  nextAttemptAt: Date | null;
  /** Why the last attempt failed; null if none did. */
  lastFailure: "unreachable" | "error" | null;
}

/** Everything a company knows about an extension that it has or had. */
export interface ConnectedExtension extends Extension {
  contacts: SupportContacts;
  description: string;
  /** False when the organization deactivated it: it cannot be launched. */
  isActive: boolean;
  /** Whether the platform suspended it or its publisher: it cannot be launched. */
  isSuspended: boolean;
  /** The platform's reason; null if it gave none. */
  suspensionReason: string | null;
  /** Null after removal, and while it cannot be launched. */
  launchHref: string | null;
  /** Empty after removal. */
  scopes: readonly ScopeView[];
  /** Null if that person no longer exists. */
  approvedBy: string | null;
  installedAt: Date;
  /** Null while it is connected. */
  removedAt: Date | null;
  use: readonly PermissionUse[];
  /** Newest change first. */
  history: readonly GrantChange[];
  /** Null while it is connected. */
  uninstall: UninstallProgress | null;
}

/** A staff member's request for an owner or admin. */
export interface WaitingQuestion<Scope = ScopeView> {
  id: string;
  clientId: string;
  logoUri: string | null;
  clientName: string;
  publisherName: string;
  publisherVerified: boolean;
  scopes: readonly Scope[];
  askedBy: { name: string; email: string | null };
  askedAt: Date;
}

/** An extension of a company with the names of its scopes instead of their descriptions. */
interface NamedExtension extends Omit<ConnectedExtension, "scopes" | "use" | "history"> {
  scopes: readonly string[];
  use: readonly { scope: string; calls: number; lastUsedAt: Date }[];
  history: readonly GrantChange<string>[];
}

/** Names of all scopes that a page about the extension mentions. */
export function scopesMentioned({ scopes, use, history }: NamedExtension): string[] {
  const changedScopes = history.flatMap(({ added, removed }) => [...added, ...removed]);
  return [...new Set([...scopes, ...use.map(({ scope }) => scope), ...changedScopes])];
}

/**
 * Replaces the names of scopes by their descriptions, and lists the use of every permission, including unused ones.
 * @param scopes a description of each of {@link scopesMentioned}
 */
export function describeConnected(
  extension: NamedExtension,
  scopes: readonly ScopeView[],
): ConnectedExtension {
  const among = (names: readonly string[]) => scopes.filter(({ name }) => names.includes(name));
  const useByScope = new Map(extension.use.map((use) => [use.scope, use]));
  return {
    ...extension,
    scopes: among(extension.scopes),
    use: among([...extension.scopes, ...useByScope.keys()]).map((scope) => ({
      scope,
      calls: useByScope.get(scope.name)?.calls ?? 0,
      lastUsedAt: useByScope.get(scope.name)?.lastUsedAt ?? null,
      allowed: extension.scopes.includes(scope.name),
    })),
    history: extension.history.map((entry) => ({
      ...entry,
      added: among(entry.added),
      removed: among(entry.removed),
    })),
  };
}
