import { type PreparedCall, requestOf } from "@/lib/api/client/prepared-call";
import { jsonLiteral } from "@/lib/core/snippets/json-literal";
import { shellQuoted } from "@/lib/core/snippets/shell-quoted";

/** Headers in their usual capitalization. */
const SHOWN: Readonly<Record<string, string>> = {
  "content-type": "Content-Type",
  "if-match": "If-Match",
};

/** A call as a curl command for POSIX shells, with the token in a variable. @param clusterUrl without trailing slash */
export function curlCommand(call: PreparedCall, clusterUrl: string): string {
  const { method, address, headers, body } = requestOf(call);
  const lines = [`curl -X ${method} ${shellQuoted(clusterUrl + address)}`];
  lines.push('-H "Authorization: Bearer $TOKEN"');
  for (const [name, value] of Object.entries(headers)) {
    const headerName = SHOWN[name];
    if (headerName) lines.push(`-H ${shellQuoted(`${headerName}: ${value}`)}`);
  }
  if (typeof body === "string") lines.push(`-d ${shellQuoted(jsonLiteral(JSON.parse(body), 2))}`);
  return lines.join(" \\\n  ");
}
