import type { oas31 } from "zod-openapi";
import { exampleAt } from "@/lib/core/schemas/example-of";
import { childFields } from "./read-fields";

/** The API as its reference shows it. */
export type Reference = ReturnType<typeof readReference>;

/** What the operations of a tag are about. */
export type Resource = Reference["resources"][number];

/** One operation with all that its page shows. */
export type OperationEntry = Resource["entries"][number];

/** A schema without extensions; what it refers to is in its place, although the type allows for references. */
export type Schema = Omit<oas31.SchemaObject, `x-${string}`>;

/** What a request or a response contains. */
interface Body {
  /** The media type: JSON if there is a choice. */
  type: string;
  schema: Schema | undefined;
  example: unknown;
}

/** Reads the parts of an OpenAPI document that the reference shows, in the order of the document. */
export function readReference(document: oas31.OpenAPIObject) {
  const { info, servers, tags = [], paths = {} } = followReferences(document);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    // Ours contain nothing but operations.
    Object.entries(item).map(([method, operation]: [string, oas31.OperationObject]) => ({
      tag: operation.tags?.[0],
      entry: readOperation(method, path, operation),
    })),
  );
  return {
    name: info.title,
    version: info.version,
    /** Where this installation serves the API, without a slash at the end. */
    serverUrl: (servers?.[0]?.url ?? "").replace(/\/$/, ""),
    resources: tags.map(({ name, description = "" }) => ({
      /** The last part of its page's address; no operation has the same id. */
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

function readOperation(method: string, path: string, operation: oas31.OperationObject) {
  const { operationId: id = "", summary = id, description = "", security = [] } = operation;
  const { requestBody, responses = {} } = operation;
  const parameters = (operation.parameters ?? []).filter((parameter) => "name" in parameter);
  const body = requestBody && "content" in requestBody ? readBody(requestBody.content) : undefined;
  const all = Object.entries<oas31.ResponseObject>(responses).map(([status, response]) => ({
    status,
    description: response.description,
    body: readBody(response.content),
    errorCodes: errorCodes(response),
  }));
  const answers = all.filter((answer) => answer.errorCodes.length === 0);
  const schemas = [body, ...answers.map((answer) => answer.body)].map((each) => each?.schema);
  return {
    /** The last part of its page's address. */
    id,
    method,
    path,
    summary,
    description,
    /** Each of them suffices: scopes, by the name of a scheme. */
    security,
    parameters,
    body,
    /** The responses other than errors. */
    answers,
    errorCodes: all.flatMap((answer) => answer.errorCodes),
    /** The same for all errors. */
    errorBody: all.find((answer) => answer.errorCodes.length > 0)?.body,
    /** The names of its parameters and of the fields at any depth, without those of errors. */
    fieldNames: [
      ...new Set([...parameters.map(({ name }) => name), ...schemas.flatMap(fieldNames)]),
    ],
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
  const { example = schema && !examples ? exampleAt(schema) : undefined } = media;
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

/** The resource or operation with a name, or undefined. */
export function findTopic(resources: readonly Resource[], name: string) {
  const topics = resources.flatMap((resource) => [
    { name: resource.slug, resource, entry: undefined },
    ...resource.entries.map((entry) => ({ name: entry.id, resource, entry })),
  ]);
  return topics.find((topic) => topic.name === name);
}
