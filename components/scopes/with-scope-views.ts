import type { ScopeView } from "./scope-view";

/**
 * Replaces the names of scopes by their descriptions.
 * @param scopes a description of each scope that the items have
 */
export function withScopeViews<Item extends { scopes: readonly string[] }>(
  items: readonly Item[],
  scopes: readonly ScopeView[],
): (Omit<Item, "scopes"> & { scopes: ScopeView[] })[] {
  return items.map((item) => ({
    ...item,
    scopes: scopes.filter(({ name }) => item.scopes.includes(name)),
  }));
}
