import type { ConnectedExtension, GrantChange } from "@/lib/tenants/extension-values";
import { type ScopeView, scopesNamed } from "../scopes/scope-view";

/** A permission of an extension, and how it was used over the last 30 days. */
export interface Permission {
  scope: ScopeView;
  /** Null for one that was used but is no longer allowed. */
  allowedSince: Date | null;
  calls: number;
  /** Null when it was not used. */
  lastUsedAt: Date | null;
}

/** An extension with the descriptions of its scopes instead of their names. */
export interface DescribedExtension extends Omit<ConnectedExtension, "scopes" | "use" | "history"> {
  /** After removal only those that were used. */
  permissions: readonly Permission[];
  history: readonly GrantChange<ScopeView>[];
}

/** Names of all scopes that a page about the extension mentions. */
export function scopesMentioned({ scopes, use, history }: ConnectedExtension): string[] {
  const changedScopes = history.flatMap(({ added, removed }) => [...added, ...removed]);
  return [...new Set([...scopes, ...use.map(({ scope }) => scope), ...changedScopes])];
}

/** Describes the scopes of an extension, and tells since when and how much each is used. */
export function describeExtension(
  { scopes: allowed, use, history, ...extension }: ConnectedExtension,
  scopes: readonly ScopeView[],
): DescribedExtension {
  const among = (names: readonly string[]) => scopesNamed(scopes, names);
  const useByScope = new Map(use.map((each) => [each.scope, each]));
  const sinceOf = (scope: string) =>
    history.find(({ added }) => added.includes(scope))?.at ?? extension.installedAt;
  return {
    ...extension,
    permissions: among([...allowed, ...useByScope.keys()]).map((scope) => ({
      scope,
      allowedSince: allowed.includes(scope.name) ? sinceOf(scope.name) : null,
      calls: useByScope.get(scope.name)?.calls ?? 0,
      lastUsedAt: useByScope.get(scope.name)?.lastUsedAt ?? null,
    })),
    history: history.map((entry) => ({
      ...entry,
      added: among(entry.added),
      removed: among(entry.removed),
    })),
  };
}
