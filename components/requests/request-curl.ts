import type { RequestDetail } from "@/lib/requests/log/schemas";

/** A request as a curl command, with variables in place of everything that is not known or is a secret. */
export function curlOf({ method, path, input }: RequestDetail): string {
  const parameters = Object.entries(input?.parameters ?? {})
    .filter(([name]) => name !== "bearer" && name !== "other_parameters")
    .map(([name, value]) => [name, /^\[.*\]$/.test(value) ? `$${name.toUpperCase()}` : value]);
  const base = `$CLUSTER_URL${path ?? "/"}`;
  const lines = [
    `curl -i${method === "GET" && parameters.length > 0 ? " -G" : ""} -X ${method} "${base}"`,
  ];
  const authentication = input?.authentication ?? "bearer";
  if (authentication.includes("basic")) lines.push('-u "$API_KEY:$API_SECRET"');
  if (authentication.includes("bearer")) lines.push('-H "Authorization: Bearer $TOKEN"');
  for (const [name, value = ""] of parameters) {
    lines.push(`--data-urlencode "${name}=${value.replaceAll(/["\\`]/g, String.raw`\$&`)}"`);
  }
  return lines.join(" \\\n  ");
}
