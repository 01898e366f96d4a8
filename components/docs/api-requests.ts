import {
  mainContent,
  type OpenApiDocument,
  type OperationEntry,
  operationsByTag,
  type Parameter,
} from "./openapi-document";

/** A request as API clients such as Postman and Bruno keep it; values in `{{ }}` are variables. */
export interface ApiRequest {
  name: string;
  description: string;
  method: string;
  /** From the root, with `:name` for path parameters. */
  path: string;
  pathParameters: readonly string[];
  query: readonly OptionalValue[];
  headers: readonly OptionalValue[];
  /** Which credentials it takes: an access token, the client's key and secret, or none. */
  credentials: "token" | "client" | "none";
  body: { kind: "json"; text: string } | { kind: "form"; fields: Fields } | undefined;
}

type Fields = readonly { name: string; value: string }[];

/** A query parameter or header that is offered, switched off unless it is required. */
export interface OptionalValue {
  name: string;
  value: string;
  description: string;
  required: boolean;
}

/** Every operation of a document as a request, by folder. */
export function apiRequests(document: OpenApiDocument): [string, ApiRequest[]][] {
  return operationsByTag(document).map(([folder, entries]) => [folder, entries.map(apiRequest)]);
}

/** The variables that the requests use, `base_url` with its value and the others to be filled in. */
export function requestVariables(document: OpenApiDocument): { name: string; value: string }[] {
  const inPaths = apiRequests(document).flatMap(([, requests]) =>
    requests.flatMap(({ pathParameters }) => pathParameters),
  );
  const names = new Set(["api_key", "api_secret", "access_token", ...inPaths]);
  const base = (document.servers?.[0]?.url ?? "").replace(/\/$/, "");
  return [{ name: "base_url", value: base }, ...[...names].map((name) => ({ name, value: "" }))];
}

function apiRequest({ method, path, operation }: OperationEntry): ApiRequest {
  const parameters = operation.parameters ?? [];
  const optional = (place: Parameter["in"]) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => optionalValue(parameter));
  return {
    name: operation.summary ?? path,
    description: operation.description ?? "",
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, ":$1"),
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    query: optional("query"),
    headers: optional("header"),
    credentials: credentialsOf(operation.security),
    body: bodyOf(operation.requestBody?.content),
  };
}

function optionalValue(parameter: Parameter): OptionalValue {
  const { name, schema = {}, description = "", required = false } = parameter;
  const value = schema.example ?? schema.const ?? schema.enum?.[0] ?? schema.default ?? "";
  return { name, value: asText(value), description, required };
}

function credentialsOf(
  security: OperationEntry["operation"]["security"],
): ApiRequest["credentials"] {
  const schemes = new Set((security ?? []).flatMap((requirement) => Object.keys(requirement)));
  if (schemes.has("bearer")) return "token";
  return schemes.has("client") ? "client" : "none";
}

function bodyOf(content: Parameters<typeof mainContent>[0]): ApiRequest["body"] {
  const main = mainContent(content);
  if (!main) return undefined;
  const [type, { example = {} }] = main;
  if (type === "application/json") return { kind: "json", text: JSON.stringify(example, null, 2) };
  const fields = Object.entries(example ?? {});
  return { kind: "form", fields: fields.map(([name, part]) => ({ name, value: asText(part) })) };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
