/** What a scope lets an extension do. */
export type ScopeAccess = "view" | "change" | "delete" | "other";

/** A scope as shown to people. */
export interface ScopeView {
  /** The string on the wire: `company/orders/read`. */
  name: string;
  /** One plain sentence: "See orders, with customer names and addresses." */
  sentence: string;
  /** Business object: "Orders"; null for a scope that the catalogue does not describe. */
  group: string | null;
  access: ScopeAccess;
  /** Touches data about the company's customers. */
  customerData: boolean;
  /** False for a scope without an entry in the catalogue: there is no sentence to trust. */
  known: boolean;
  risk: "low" | "medium" | "high";
  /** A client gets it only with an operator's approval. */
  restricted: boolean;
  /** No client can add it any more. */
  deprecated: boolean;
}

/** A scope that the catalogue does not describe. */
export function unknownScope(name: string): ScopeView {
  return {
    name,
    sentence: "",
    group: null,
    access: "other",
    customerData: false,
    known: false,
    risk: "medium",
    restricted: false,
    deprecated: false,
  };
}

/** Scopes by business object, in the order of first appearance. */
export function groupScopes(scopes: readonly ScopeView[]): [string | null, ScopeView[]][] {
  const groups = new Map<string | null, ScopeView[]>();
  for (const scope of scopes) {
    groups.set(scope.group, [...(groups.get(scope.group) ?? []), scope]);
  }
  return [...groups];
}

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
