import type { ScopeView } from "../scopes/scope-view";

/** An extension that the organization itself has allowed. */
export interface InstalledView<Scope = ScopeView> {
  clientId: string;
  name: string;
  publisherName: string;
  publisherVerified: boolean;
  /** False when its publisher switched it off. */
  isActive: boolean;
  scopes: readonly Scope[];
  /** The last time that somebody decided what it may do. */
  approvedAt: Date;
  /** Null when that person is gone. */
  approvedBy: string | null;
}

/**
 * Puts the descriptions of scopes in the place of their names.
 * @param scopes a description of each scope that one of the extensions has
 */
export function describeInstalledViews(
  extensions: readonly InstalledView<string>[],
  scopes: readonly ScopeView[],
): InstalledView[] {
  return extensions.map((extension) => ({
    ...extension,
    scopes: scopes.filter(({ name }) => extension.scopes.includes(name)),
  }));
}
