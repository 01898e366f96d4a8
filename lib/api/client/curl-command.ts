import { type PreparedCall, requestOf } from "@/lib/api/client/prepared-call";

/** Headers in their usual capitalization. */
const SHOWN: Readonly<Record<string, string>> = {
  "content-type": "Content-Type",
  "if-match": "If-Match",
};

/**
 * A call as a curl command for a POSIX shell, with the token in a variable.
 * @param clusterUrl address of this installation, without a trailing slash
 */
export function curlCommand(call: PreparedCall, clusterUrl: string): string {
  const { method, address, headers, body } = requestOf(call);
  const lines = [`curl -X ${method} ${quoted(clusterUrl + address)}`];
  lines.push('-H "Authorization: Bearer $TOKEN"');
  for (const [name, value] of Object.entries(headers)) {
    const headerName = SHOWN[name];
    if (headerName) lines.push(`-H ${quoted(`${headerName}: ${value}`)}`);
  }
  if (typeof body === "string") lines.push(`-d ${quoted(indented(body))}`);
  return lines.join(" \\\n  ");
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

/** Inside single quotes, only the quote itself is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
