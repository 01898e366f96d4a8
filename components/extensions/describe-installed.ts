import type { ScopeView } from "../scopes/scope-view";
import type { InstalledExtension } from "./extension-views";

/**
 * Puts the descriptions of scopes in the place of their names.
 * @param scopes a description of each scope that one of the extensions has
 */
export function describeInstalled(
  extensions: readonly InstalledExtension<string>[],
  scopes: readonly ScopeView[],
): InstalledExtension[] {
  return extensions.map((extension) => ({
    ...extension,
    scopes: scopes.filter(({ name }) => extension.scopes.includes(name)),
  }));
}
