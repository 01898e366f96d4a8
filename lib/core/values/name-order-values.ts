// "en" sorts like the root of Unicode, as the database does.
const collator = new Intl.Collator("en");

/** Compares two names in alphabetical order, without regard to case, as lists of the database are sorted (ADR 69). */
export function compareNames(one: string, other: string): number {
  return collator.compare(one.toLowerCase(), other.toLowerCase());
}

/** These items in the order of their names; those with equal names stay in their order. */
export function sortByName<Item extends { name: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => compareNames(a.name, b.name));
}
