import { type ShellVariable, shellQuoted } from "@/lib/core/snippets/shell-quoted";
import {
  mainContent,
  type OpenApiDocument,
  type OperationEntry,
  serverUrl,
} from "./openapi-document";

/** What examples contain in place of made-up ids. */
export interface ExampleIds {
  organizationId?: string;
  clientId?: string;
}

const CREDENTIAL = /^lk[a-z]_/;

/** The id that a field or parameter of this name has, if it is known. */
function idNamed(name: string, ids: ExampleIds): string | undefined {
  if (name === "organization_id") return ids.organizationId;
  return name === "client_id" || name === "api_key" ? ids.clientId : undefined;
}

/** An example with these ids, and with names in place of secrets, tokens, and codes. */
function fillExample(value: unknown, ids: ExampleIds, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => fillExample(item, ids, name));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, fillExample(part, ids, key)]),
    );
  }
  if (typeof value !== "string") return value;
  return CREDENTIAL.test(value) ? `<${name}>` : (idNamed(name, ids) ?? value);
}

/** An example as people read it: JSON, or lines as they are. */
export function writeExample(value: unknown, ids: ExampleIds): string {
  const filled = fillExample(value, ids);
  return typeof filled === "string" ? filled : JSON.stringify(filled, null, 2);
}

/** A curl command for an operation; path parameters without a known id become shell variables. */
export function curlCommand(
  document: OpenApiDocument,
  entry: OperationEntry,
  ids: ExampleIds,
): string {
  const { method, path, operation } = entry;
  // Every other part is the name of a parameter.
  const address = path
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : (idNamed(part, ids) ?? variable(part))));
  const parts = [
    method === "get" ? "curl" : `curl -X ${method.toUpperCase()}`,
    ...credentials(operation.security, ids),
    ...body(entry, ids),
    shellQuoted(serverUrl(document), ...address, ...query(entry, ids)),
  ];
  return parts.join(" \\\n  ");
}

function variable(name: string): ShellVariable {
  return { name: `$${name.toUpperCase()}` };
}

function credentials(security: OperationEntry["operation"]["security"], ids: ExampleIds): string[] {
  const names = (security ?? []).flatMap((requirement) => Object.keys(requirement));
  if (names.includes("client")) {
    const { clientId } = ids;
    const secret: ShellVariable = { name: "$API_SECRET" };
    return [`-u ${clientId ? shellQuoted(clientId, ":", secret) : '"$API_KEY:$API_SECRET"'}`];
  }
  return names.includes("bearer") ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : [];
}

/** What a request cannot do without; a browser that is sent somewhere takes all parameters with an example. */
function query({ operation }: OperationEntry, ids: ExampleIds): (string | ShellVariable)[] {
  const isForBrowsers = operation.responses?.["302"] !== undefined;
  const pairs = (operation.parameters ?? []).flatMap(({ name, in: place, required, schema }) => {
    const example = idNamed(name, ids) ?? schema?.example ?? schema?.const;
    if (place !== "query" || !(required || isForBrowsers)) return [];
    if (example === undefined) return required ? [[`${name}=`, variable(name)]] : [];
    return [[`${name}=${encodeURIComponent(String(fillExample(example, ids, name)))}`]];
  });
  return pairs.flatMap((pair, index) => [index === 0 ? "?" : "&", ...pair]);
}

function body({ operation }: OperationEntry, ids: ExampleIds): string[] {
  const content = mainContent(operation.requestBody?.content);
  if (!content) return [];
  const [type, { example, schema }] = content;
  const header = `-H "Content-Type: ${type}"`;
  if (schema?.format === "binary") return [header, '--data-binary "@$FILE"'];
  return [header, `-d ${shellQuoted(writeExample(example ?? {}, ids))}`];
}
