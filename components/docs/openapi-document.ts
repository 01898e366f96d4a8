/** The parts of an OpenAPI 3.1 document that the API reference shows. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string };
  servers?: readonly { url: string }[];
  tags?: readonly { name: string; description?: string }[];
  paths?: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, Operation>>>>>;
  components?: { schemas?: Readonly<Record<string, Schema>> };
}

/**
 * Narrows a generated document to the type above. Our generator writes references only to schemas; the general type
 * allows them everywhere.
 */
export function asOpenApiDocument(document: object): OpenApiDocument {
  return document as OpenApiDocument;
}

/** Where this installation serves the API, without a slash at the end. */
export function serverUrl(document: OpenApiDocument): string {
  return (document.servers?.[0]?.url ?? "").replace(/\/$/, "");
}

export type HttpMethod = "get" | "post" | "put" | "patch" | "delete";

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  parameters?: readonly Parameter[];
  requestBody?: { description?: string; content: Content };
  responses?: Readonly<Record<string, ResponseObject>>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface ResponseObject {
  description?: string;
  content?: Content;
}

export type Content = Readonly<Record<string, { schema?: Schema; example?: unknown }>>;

/** The parts of JSON Schema 2020-12 that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** One operation with its method and path. */
export interface OperationEntry {
  /** The last part of its page's address. */
  id: string;
  method: HttpMethod;
  path: string;
  operation: Operation;
}

/** The operations of a document by tag, in the order of the document. */
export function operationsByTag(document: OpenApiDocument): [string, OperationEntry[]][] {
  const groups = new Map<string, OperationEntry[]>();
  for (const tag of document.tags ?? []) groups.set(tag.name, []);
  for (const entry of allOperations(document)) {
    const tag = entry.operation.tags?.[0] ?? "Other";
    groups.set(tag, [...(groups.get(tag) ?? []), entry]);
  }
  return [...groups].filter(([, entries]) => entries.length > 0);
}

/** The operation with an id; undefined if there is none. */
export function findOperation(document: OpenApiDocument, id: string): OperationEntry | undefined {
  return allOperations(document).find((entry) => entry.id === id);
}

function allOperations(document: OpenApiDocument): OperationEntry[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const id = operation.operationId ?? `${method}-${path.replace(/\W+/g, "-")}`;
      return [{ id, method, path, operation }];
    }),
  );
}

/** The media type to show: JSON if there is a choice. */
export function mainContent(content: Content | undefined): [string, Content[string]] | undefined {
  const entries = Object.entries(content ?? {});
  return entries.find(([type]) => type === "application/json") ?? entries[0];
}

/** A schema with its reference followed (`#/components/schemas/…`). */
export function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  const target = name === undefined ? undefined : document.components?.schemas?.[name];
  if (!target) return schema;
  const { $ref: _reference, ...beside } = schema;
  return { ...resolveSchema(document, target), ...beside };
}
