import { type ShellVariable, shellQuoted } from "@/lib/core/snippets/shell-quoted";
import { type ExampleIds, fillExample, idNamed, writeExample } from "./fill-example";
import {
  mainContent,
  type OpenApiDocument,
  type OperationEntry,
  serverUrl,
} from "./openapi-document";

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
