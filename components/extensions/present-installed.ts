import type { InstalledExtension } from "@/lib/companies/list-extensions";
import type { ScopeView } from "../scopes/scope-view";

/** An extension that the company has granted scopes, with their descriptions. */
export type InstalledView = Omit<InstalledExtension, "scopes"> & { scopes: readonly ScopeView[] };

/**
 * Puts the descriptions of scopes in the place of their names.
 * @param scopes a description of each scope that one of the extensions has
 */
export function presentInstalled(
  extensions: readonly InstalledExtension[],
  scopes: readonly ScopeView[],
): InstalledView[] {
  return extensions.map((extension) => ({
    ...extension,
    scopes: scopes.filter(({ name }) => extension.scopes.includes(name)),
  }));
}
