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
  return groupBy(scopes, ({ group }) => group);
}

/** What a person reads of a scope: scopes that say the same are one permission to them. */
export function sayingOf({ known, sentence, name }: ScopeView): string {
  return known ? sentence : name;
}

/** Scopes without those that say what an earlier one says. */
export function saidOnce(scopes: readonly ScopeView[], keyOf = sayingOf): ScopeView[] {
  return groupBy(scopes, keyOf).flatMap(([, equal]) => equal.slice(0, 1));
}

/** What a list of permissions begins with. */
export const ACCESS_ORDER: readonly ScopeAccess[] = ["view", "change", "delete", "other"];

/** Sorts scopes to read before those to change, and those to change before those to delete. */
export function byAccess(a: ScopeView, b: ScopeView): number {
  return ACCESS_ORDER.indexOf(a.access) - ACCESS_ORDER.indexOf(b.access);
}

/** Items with equal keys, in the order of first appearance. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): [Key, Item[]][] {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups];
}

/** The descriptions of those scopes that have one of these names. */
export function scopesNamed(scopes: readonly ScopeView[], names: readonly string[]): ScopeView[] {
  return scopes.filter(({ name }) => names.includes(name));
}
