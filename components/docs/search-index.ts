import { childFields } from "./child-fields";
import {
  type HttpMethod,
  listResources,
  mainContent,
  type OpenApiDocument,
  type OperationEntry,
  type Schema,
} from "./openapi-document";

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
