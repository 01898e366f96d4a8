import type { OperationEntry } from "./reference";

/** An operation as lists show it. */
export function listOperation({ id, method, path, summary }: OperationEntry) {
  return { id, method, path, summary };
}

export type ListedOperation = ReturnType<typeof listOperation>;

/** An operation that matches, and the fields that the query names, if only they do. */
export type FoundOperation = ReturnType<typeof findOperations>[number];

/**
 * The operations in whose id, summary, path, or fields every word of a query occurs, the closest first: by id or
 * summary, then by path, then by fields. None for a query without words.
 */
export function findOperations(entries: readonly OperationEntry[], query: string) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const matches = entries.flatMap((entry) => {
    const names = `${entry.id} ${entry.summary}`.toLowerCase();
    const all = `${names} ${entry.method} ${entry.path}`.toLowerCase();
    const named = words
      .filter((word) => !all.includes(word))
      .map((word) => entry.fieldNames.filter((name) => name.toLowerCase().includes(word)));
    if (named.some((fields) => fields.length === 0)) return [];
    const fieldNames = [...new Set(named.flat())];
    const rank = rankOf(words, entry.id.toLowerCase(), names, fieldNames.length);
    return [{ rank, match: { ...listOperation(entry), fieldNames } }];
  });
  return matches.toSorted((a, b) => a.rank - b.rank).map(({ match }) => match);
}

function rankOf(words: readonly string[], id: string, names: string, fields: number): number {
  if (words.join("") === id) return 0;
  if (fields > 0) return 3;
  return words.every((word) => names.includes(word)) ? 1 : 2;
}
