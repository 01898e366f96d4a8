import {
  type HttpMethod,
  listResources,
  mainContent,
  type OpenApiDocument,
  type OperationEntry,
  type Schema,
} from "./openapi-document";
import { childFields } from "./read-fields";

/** An operation as the search shows it. */
export interface ListedOperation {
  id: string;
  method: HttpMethod;
  path: string;
  summary: string;
}

/** What the search knows. Small, because browsers load it. */
export interface SearchIndex {
  operations: readonly ListedOperation[];
  /** For each name of a field or parameter, the positions of the operations that have it. */
  fields: Readonly<Record<string, readonly number[]>>;
}

const MAX_DEPTH = 6;

/** Builds the index of all operations. Fields of errors are left out: every operation has them. */
export function buildSearchIndex(document: OpenApiDocument): SearchIndex {
  const entries = listResources(document).flatMap((resource) => resource.entries);
  const fields: Record<string, number[]> = {};
  for (const [position, entry] of entries.entries()) {
    for (const name of fieldNames(document, entry)) {
      fields[name] = [...(fields[name] ?? []), position];
    }
  }
  return { operations: entries.map(listOperation), fields };
}

/** An operation without the details. */
export function listOperation({ id, method, path, operation }: OperationEntry): ListedOperation {
  return { id, method, path, summary: operation.summary ?? id };
}

function fieldNames(document: OpenApiDocument, { operation }: OperationEntry): Set<string> {
  const names = new Set((operation.parameters ?? []).map(({ name }) => name));
  const contents = [
    operation.requestBody?.content,
    ...Object.entries(operation.responses ?? {})
      .filter(([status]) => status.startsWith("2"))
      .map(([, { content }]) => content),
  ];
  for (const content of contents) collect(document, mainContent(content)?.[1].schema, names, 0);
  return names;
}

function collect(
  document: OpenApiDocument,
  schema: Schema | undefined,
  names: Set<string>,
  depth: number,
): void {
  if (!schema || depth > MAX_DEPTH) return;
  for (const field of childFields(document, schema).flat()) {
    names.add(field.name);
    collect(document, field.schema, names, depth + 1);
  }
}

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
