import { exampleAt } from "@/lib/core/schemas/example-of";

/** The parts of an OpenAPI 3.1 document that the API reference shows. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string };
  servers?: readonly { url: string }[];
  tags?: readonly { name: string; description?: string }[];
  paths?: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, Operation>>>>>;
  components?: {
    schemas?: Readonly<Record<string, Schema>>;
    responses?: Readonly<Record<string, ResponseObject>>;
    parameters?: Readonly<Record<string, Parameter>>;
  };
}

/**
 * Narrows a generated document to the type above. Our generator refers only to schemas, responses, and parameters; the
 * general type allows them everywhere.
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
  operationId: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  parameters?: readonly Parameter[];
  requestBody?: { description?: string; content: Content };
  responses?: Readonly<Record<string, ResponseObject>>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface Parameter {
  /** Set in the document for a parameter that several operations take; not in an {@link OperationEntry}. */
  $ref?: string;
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface ResponseObject {
  /** Set in the document for a response that several operations share; not in an {@link OperationEntry}. */
  $ref?: string;
  description?: string;
  content?: Content;
}

export type Content = Readonly<
  Record<
    string,
    { schema?: Schema; example?: unknown; examples?: Readonly<Record<string, unknown>> }
  >
>;

/** The parts of JSON Schema 2020-12 that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
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
  readOnly?: boolean;
}

const METHODS: readonly string[] = ["get", "post", "put", "patch", "delete"] satisfies HttpMethod[];

/** One operation with its method and path. */
export interface OperationEntry {
  /** The last part of its page's address. */
  id: string;
  method: HttpMethod;
  path: string;
  operation: Operation;
}

/** What the operations of a tag are about. */
export interface Resource {
  /** The last part of its page's address; no operation has the same id. */
  slug: string;
  name: string;
  description: string;
  entries: readonly OperationEntry[];
}

/** The resources with their operations, both in the order of the document. */
export function listResources(document: OpenApiDocument): Resource[] {
  const entries = allOperations(document);
  return (document.tags ?? []).map(({ name, description = "" }) => ({
    slug: name.toLowerCase().replace(/\W+/g, "-"),
    name,
    description,
    entries: entries.filter(({ operation }) => operation.tags?.[0] === name),
  }));
}

/** Who uses the API. */
export const ROLES = ["extension", "organization", "platform", "operator"] as const;

const NAMES: Readonly<Partial<Record<(typeof ROLES)[number], readonly string[]>>> = {
  extension: ["Authorization", "Extensions", "Platform"],
  organization: ["Clients", "Secrets", "Requests", "Audit", "Organization", "Members"],
  platform: ["Gate", "Service keys", "Directory"],
};

/** The resources for a role. Operators get those that no other role has. */
export function resourcesOf(role: (typeof ROLES)[number], resources: readonly Resource[]) {
  const ofOthers = Object.values(NAMES).flat();
  return resources.filter(({ name }) => NAMES[role]?.includes(name) ?? !ofOthers.includes(name));
}

/** What a page of the reference is about: a resource, or an operation of one. */
export interface Topic {
  resource: Resource;
  /** Missing on the page of the resource itself. */
  entry?: OperationEntry;
}

/** The resource or the operation of this name; undefined if there is none. */
export function findTopic(resources: readonly Resource[], name: string): Topic | undefined {
  for (const resource of resources) {
    if (resource.slug === name) return { resource };
    const entry = resource.entries.find(({ id }) => id === name);
    if (entry) return { resource, entry };
  }
  return undefined;
}

function allOperations(document: OpenApiDocument): OperationEntry[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isMethod(method)
        ? [
            {
              id: operation.operationId,
              method,
              path,
              operation: resolveOperation(document, operation),
            },
          ]
        : [],
    ),
  );
}

/** An operation with its references followed, and with the examples that the examples of fields make. */
function resolveOperation(document: OpenApiDocument, operation: Operation): Operation {
  const { parameters, requestBody, responses = {} } = operation;
  const resolveResponse = (response: ResponseObject) => {
    const { content, ...target } = follow(document.components?.responses, response);
    return { ...target, ...(content && { content: withExamples(document, content) }) };
  };
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((one) => follow(document.components?.parameters, one)),
    }),
    ...(requestBody && {
      requestBody: { ...requestBody, content: withExamples(document, requestBody.content) },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, resolveResponse(response)]),
    ),
  };
}

function follow<T extends { $ref?: string }>(
  components: Readonly<Record<string, T>> | undefined,
  part: T,
): T {
  return components?.[part.$ref?.split("/").at(-1) ?? ""] ?? part;
}

/** Bodies in JSON or as a form; lines, files, and errors come with examples of their own. */
function withExamples({ components }: OpenApiDocument, content: Content): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, body]) => {
      if (!body.schema || body.example !== undefined || body.examples) return [type, body];
      return [type, { ...body, example: exampleAt(body.schema, components?.schemas ?? {}) }];
    }),
  );
}

function isMethod(key: string): key is HttpMethod {
  return METHODS.includes(key);
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

/** A response with its status. */
export type StatedResponse = ResponseObject & { status: string };

/** The responses of an operation that are not errors. */
export function answersOf(operation: Operation): StatedResponse[] {
  return responsesOf(operation).filter((response) => errorCodes(response).length === 0);
}

/** The responses of an operation that are errors. */
export function failuresOf(operation: Operation): StatedResponse[] {
  return responsesOf(operation).filter((response) => errorCodes(response).length > 0);
}

/** The codes of a response: it has an example for each. */
export function errorCodes({ content }: ResponseObject): string[] {
  return Object.keys(mainContent(content)?.[1].examples ?? {});
}

function responsesOf({ responses = {} }: Operation): StatedResponse[] {
  return Object.entries(responses).map(([status, response]) => ({ status, ...response }));
}
