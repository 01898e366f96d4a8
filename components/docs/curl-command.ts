import {
  mainContent,
  type OpenApiDocument,
  type OperationEntry,
  serverUrl,
} from "./openapi-document";

/** A curl command for an operation; path parameters become shell variables. */
export function curlCommand(document: OpenApiDocument, entry: OperationEntry): string {
  const { method, path, operation } = entry;
  const server = serverUrl(document);
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const parts = [
    method === "get" ? "curl" : `curl -X ${method.toUpperCase()}`,
    ...credentials(operation.security),
    ...body(entry),
    `"${server}${address}"`,
  ];
  return parts.join(" \\\n  ");
}

function credentials(security: OperationEntry["operation"]["security"]): string[] {
  const names = (security ?? []).flatMap((requirement) => Object.keys(requirement));
  if (names.some((name) => /basic/i.test(name))) return ['-u "$API_KEY:$API_SECRET"'];
  if (names.some((name) => /bearer|oauth|token/i.test(name))) {
    return ['-H "Authorization: Bearer $ACCESS_TOKEN"'];
  }
  return [];
}

function body({ operation }: OperationEntry): string[] {
  const content = mainContent(operation.requestBody?.content);
  if (!content) return [];
  const [type, { example = {} }] = content;
  const json = JSON.stringify(example, null, 2).replaceAll("'", "'\\''");
  return [`-H "Content-Type: ${type}"`, `-d '${json}'`];
}
