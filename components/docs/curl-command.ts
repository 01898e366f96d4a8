import { type ShellVariable, shellQuoted } from "@/lib/core/snippets/shell-quoted";
import type { Choice } from "./docs-address";
import type { OperationEntry, Schema } from "./reference";

const CREDENTIAL = /^lk[a-z]_/;

/** The id that a field or parameter of this name has, if it is known. */
function idNamed(name: string, ids: Choice): string | undefined {
  if (name === "organization_id") return ids.organization_id;
  return name === "client_id" || name === "api_key" ? ids.client_id : undefined;
}

/** An example with these ids, and with names in place of secrets, tokens, and codes. */
function fillExample(value: unknown, ids: Choice, name = ""): unknown {
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
export function writeExample(value: unknown, ids: Choice): string {
  const filled = fillExample(value, ids);
  return typeof filled === "string" ? filled : JSON.stringify(filled, null, 2);
}

/** A curl command for an operation; path parameters without a known id become shell variables. */
export function curlCommand(serverUrl: string, entry: OperationEntry, ids: Choice): string {
  const { method, path } = entry;
  // Every other part is the name of a parameter.
  const address = path
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : (idNamed(part, ids) ?? variable(part))));
  const parts = [
    method === "get" ? "curl" : `curl -X ${method.toUpperCase()}`,
    ...credentials(entry, ids),
    ...body(entry, ids),
    shellQuoted(serverUrl, ...address, ...query(entry, ids)),
  ];
  return parts.join(" \\\n  ");
}

function variable(name: string): ShellVariable {
  return { name: `$${name.toUpperCase()}` };
}

function credentials({ security }: OperationEntry, { client_id: clientId }: Choice): string[] {
  const names = security.flatMap((requirement) => Object.keys(requirement));
  if (names.includes("client")) {
    const secret: ShellVariable = { name: "$API_SECRET" };
    return [`-u ${clientId ? shellQuoted(clientId, ":", secret) : '"$API_KEY:$API_SECRET"'}`];
  }
  return names.includes("bearer") ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : [];
}

/** What a request cannot do without; a browser that is sent somewhere takes all parameters with an example. */
function query(entry: OperationEntry, ids: Choice): (string | ShellVariable)[] {
  const isForBrowsers = entry.answers.some(({ status }) => status === "302");
  const pairs = entry.parameters.flatMap(({ name, in: place, required, schema = {} }) => {
    const { example: stated, const: fixed }: Schema = schema;
    const example = idNamed(name, ids) ?? stated ?? fixed;
    if (place !== "query" || !(required || isForBrowsers)) return [];
    if (example === undefined) return required ? [[`${name}=`, variable(name)]] : [];
    return [[`${name}=${encodeURIComponent(String(fillExample(example, ids, name)))}`]];
  });
  return pairs.flatMap((pair, index) => [index === 0 ? "?" : "&", ...pair]);
}

function body({ body }: OperationEntry, ids: Choice): string[] {
  if (!body) return [];
  const header = `-H "Content-Type: ${body.type}"`;
  if (body.schema?.format === "binary") return [header, '--data-binary "@$FILE"'];
  return [header, `-d ${shellQuoted(writeExample(body.example ?? {}, ids))}`];
}
