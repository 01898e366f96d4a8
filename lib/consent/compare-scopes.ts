/** The changes that a request would make to a grant. */
export type ScopeChanges = { added: string[]; kept: string[]; givenUp: string[] };

/** The scopes of a client that asks for consent. */
export type KnownScopes = {
  requested: readonly string[];
  granted: readonly string[];
  /** Granted in a person's last decision, including scopes that the client has given up since. */
  approved: readonly string[];
  /** Scopes that the client is registered for. */
  registered: readonly string[];
};

/**
 * The scopes that a grant would gain, those that it keeps whether requested or not, and those that the client has
 * given up.
 */
export function compareScopes(scopes: KnownScopes): ScopeChanges {
  const { requested, granted, approved, registered } = scopes;
  const kept = granted.filter((scope) => registered.includes(scope));
  const before = new Set([...granted, ...approved]);
  return {
    added: requested.filter((scope) => !kept.includes(scope)),
    kept,
    givenUp: [...before].filter((scope) => !kept.includes(scope) && !requested.includes(scope)),
  };
}
