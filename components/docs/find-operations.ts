import type { ListedOperation, SearchIndex } from "./search-index";

/** An operation that matches, and the fields that the query names, if only they do. */
export interface FoundOperation extends ListedOperation {
  fieldNames: readonly string[];
}

/**
 * The operations in whose id, summary, path, or fields every word of a query occurs, the closest first: by id or
 * summary, then by path, then by fields. None for a query without words.
 */
export function findOperations(index: SearchIndex, query: string): FoundOperation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const inFields = words.map((word) => positionsByField(index, word));
  const matches = index.operations.flatMap((operation, position) => {
    const { id, summary, method, path } = operation;
    const names = `${id} ${summary}`.toLowerCase();
    const all = `${names} ${method} ${path}`.toLowerCase();
    const fieldNames = new Set<string>();
    for (const [order, word] of words.entries()) {
      if (all.includes(word)) continue;
      const named = inFields[order]?.get(position) ?? [];
      if (named.length === 0) return [];
      for (const name of named) fieldNames.add(name);
    }
    const rank = rankOf(words, id.toLowerCase(), names, fieldNames.size);
    return [{ rank, match: { ...operation, fieldNames: [...fieldNames] } }];
  });
  return matches.toSorted((a, b) => a.rank - b.rank).map(({ match }) => match);
}

function rankOf(words: readonly string[], id: string, names: string, fields: number): number {
  if (words.join("") === id) return 0;
  if (fields > 0) return 3;
  return words.every((word) => names.includes(word)) ? 1 : 2;
}

/** For each operation, its fields whose names contain the word. */
function positionsByField({ fields }: SearchIndex, word: string): Map<number, string[]> {
  const namesByPosition = new Map<number, string[]>();
  for (const [name, positions] of Object.entries(fields)) {
    if (!name.toLowerCase().includes(word)) continue;
    for (const position of positions) {
      namesByPosition.set(position, [...(namesByPosition.get(position) ?? []), name]);
    }
  }
  return namesByPosition;
}
