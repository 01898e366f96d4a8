/** The changes that a request would make to a grant. */
export type ScopeChanges = { added: string[]; kept: string[]; removed: string[] };

/** Requested against granted scopes; each scope is in exactly one of the three. */
export function compareScopes(
  requested: readonly string[],
  granted: readonly string[],
): ScopeChanges {
  return {
    added: requested.filter((scope) => !granted.includes(scope)),
    kept: requested.filter((scope) => granted.includes(scope)),
    removed: granted.filter((scope) => !requested.includes(scope)),
  };
}
