import type { ScopeView } from "../scopes/scope-view";
import type { ConnectedExtension, GrantChange } from "./extension-views";

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
