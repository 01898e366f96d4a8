import type { oas31 } from "zod-openapi";
import { exampleAt } from "@/lib/core/schemas/example-of";
import { childFields } from "./read-fields";

/** The API as its reference shows it. */
export interface Reference {
  name: string;
  version: string;
  /** Where this installation serves the API, without a slash at the end. */
  serverUrl: string;
  /** With their operations, both in the order of the document. */
  resources: readonly Resource[];
}

/** What the operations of a tag are about. */
export interface Resource {
  /** The last part of its page's address; no operation has the same id. */
  slug: string;
  name: string;
  description: string;
  entries: readonly OperationEntry[];
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

export type HttpMethod = (typeof METHODS)[number];

/** One operation with all that its page shows. */
export interface OperationEntry {
  /** The last part of its page's address. */
  id: string;
  method: HttpMethod;
  path: string;
  summary: string;
  description: string;
  /** Each of them suffices: scopes, by the name of a scheme. */
  security: readonly oas31.SecurityRequirementObject[];
  parameters: readonly oas31.ParameterObject[];
  body: Body | undefined;
  answers: readonly Answer[];
  errorCodes: readonly string[];
  /** The same for all errors. */
  errorBody: Body | undefined;
  /** The names of its parameters and of the fields at any depth, without those of errors. */
  fieldNames: readonly string[];
}

/** What a request or a response contains. */
export interface Body {
  /** The media type: JSON if there is a choice. */
  type: string;
  schema: Schema | undefined;
  example: unknown;
}

/** A response other than an error. */
export interface Answer {
  status: string;
  description: string;
  body: Body | undefined;
  /** The status of an earlier one with the same body. */
  sameAs: string | undefined;
}

/** A schema without extensions; what it refers to is in its place, although the type allows for references. */
export type Schema = Omit<oas31.SchemaObject, `x-${string}`>;

/** Reads the parts of an OpenAPI document that the reference shows. */
export function readReference(document: oas31.OpenAPIObject): Reference {
  const { info, servers, tags = [], paths = {} } = followReferences(document);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).flatMap((key) => {
      const method = METHODS.find((name) => name === key);
      const operation = method && item[method];
      return operation
        ? { tag: operation.tags?.[0], entry: readOperation(method, path, operation) }
        : [];
    }),
  );
  return {
    name: info.title,
    version: info.version,
    serverUrl: (servers?.[0]?.url ?? "").replace(/\/$/, ""),
    resources: tags.map(({ name, description = "" }) => ({
      slug: name.toLowerCase().replace(/\W+/g, "-"),
      name,
      description,
      entries: operations.filter(({ tag }) => tag === name).map(({ entry }) => entry),
    })),
  };
}

/** The document with what its references name in their place. No schema of ours contains itself. */
function followReferences(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const components = new Map(
    Object.entries(document.components ?? {}).flatMap(([kind, parts]) =>
      Object.entries(parts).map(([name, part]) => [`#/components/${kind}/${name}`, part] as const),
    ),
  );
  const followed = JSON.stringify({ ...document, components: {} }, (_, value) => {
    if (typeof value?.$ref !== "string") return value;
    const { $ref, ...beside } = value;
    return Object.assign({}, components.get($ref), beside);
  });
  return JSON.parse(followed);
}

function readOperation(
  method: HttpMethod,
  path: string,
  operation: oas31.OperationObject,
): OperationEntry {
  const { operationId: id = "", summary = id, description = "", security = [] } = operation;
  const { parameters = [], requestBody, responses = {} } = operation;
  const all = Object.entries<oas31.ResponseObject>(responses);
  const answers = all.filter(([, response]) => errorCodes(response).length === 0);
  const failures = all
    .map(([, response]) => response)
    .filter((each) => errorCodes(each).length > 0);
  const contents = answers.map(([, { content }]) => JSON.stringify(content));
  const named = parameters.filter((parameter) => "name" in parameter);
  const body = requestBody && "content" in requestBody ? readBody(requestBody.content) : undefined;
  const schemas = [body?.schema, ...answers.map(([, { content }]) => readBody(content)?.schema)];
  return {
    id,
    method,
    path,
    summary,
    description,
    security,
    parameters: named,
    body,
    fieldNames: [...new Set([...named.map(({ name }) => name), ...schemas.flatMap(fieldNames)])],
    answers: answers.map(([status, response], index) => ({
      status,
      description: response.description,
      body: readBody(response.content),
      sameAs:
        response.content && answers.slice(0, index)[contents.indexOf(contents[index] ?? "")]?.[0],
    })),
    errorCodes: failures.flatMap(errorCodes),
    errorBody: readBody(failures[0]?.content),
  };
}

function fieldNames(schema: Schema = {}): string[] {
  const fields = childFields(schema).flat();
  return fields.flatMap(({ name, schema: inner }) => [name, ...fieldNames(inner)]);
}

function readBody(content: oas31.ContentObject | undefined): Body | undefined {
  const [type, media] = mainContent(content) ?? [];
  if (!type || !media) return undefined;
  const { schema, examples } = media;
  // Lines, files, and errors come with examples of their own.
  const { example = schema && !examples ? exampleAt(schema, {}) : undefined } = media;
  return { type, schema, example };
}

/** The media type to show: JSON if there is a choice. */
function mainContent(content: oas31.ContentObject = {}) {
  const entries = Object.entries(content);
  return entries.find(([type]) => type === "application/json") ?? entries[0];
}

/** The codes of a response: an error has an example for each. */
function errorCodes({ content }: oas31.ResponseObject): string[] {
  return Object.keys(mainContent(content)?.[1].examples ?? {});
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

/** Finds a resource or an operation by name; undefined if there is none. */
export function findTopic(resources: readonly Resource[], name: string): Topic | undefined {
  for (const resource of resources) {
    if (resource.slug === name) return { resource };
    const entry = resource.entries.find(({ id }) => id === name);
    if (entry) return { resource, entry };
  }
  return undefined;
}
