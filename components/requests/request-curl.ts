import { curlParameter, type ShellVariable, shellQuoted } from "@/lib/core/snippets/shell-quoted";
import type { RequestDetail } from "@/lib/requests/log/schemas";

const CLUSTER_URL: ShellVariable = { name: "$CLUSTER_URL" };

/** A request as a curl command, with variables in place of everything that is not known or is a secret. */
export function curlOf({ method, path, input }: RequestDetail): string {
  const parameters = Object.entries(input?.parameters ?? {}).filter(
    ([name]) => name !== "bearer" && name !== "other_parameters",
  );
  const target = encodePath(path ?? "/");
  const options = [
    "-i",
    // Otherwise curl reads brackets as a list of URLs.
    ...(/[[\]{}]/.test(target) ? ["-g"] : []),
    ...(method === "GET" && parameters.length > 0 ? ["-G"] : []),
  ].join(" ");
  const lines = [`curl ${options} -X ${shellQuoted(method)} ${shellQuoted(CLUSTER_URL, target)}`];
  const authentication = input?.authentication ?? "bearer";
  if (authentication.includes("basic")) lines.push('-u "$API_KEY:$API_SECRET"');
  if (authentication.includes("bearer")) lines.push('-H "Authorization: Bearer $TOKEN"');
  for (const [name, value] of parameters) {
    lines.push(isHidden(name, value) ? hiddenParameter(name) : curlParameter(name, value));
  }
  return lines.join(" \\\n  ");
}

/** The path with a slash, which curl never takes for an option, and without what no URL may contain. */
function encodePath(path: string): string {
  const absolute = path.startsWith("/") ? path : `/${path}`;
  return absolute.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
}

/** Whether only the kind of a value is known. The kinds of scopes are words, which no scope has. */
function isHidden(name: string, value: string): boolean {
  return /^\[.*\]$/.test(value) && (name !== "scope" || value.includes(" "));
}

function hiddenParameter(name: string): string {
  const variable = /^[a-z][\w-]*$/i.test(name) ? name.toUpperCase().replaceAll("-", "_") : "VALUE";
  const [encodedName] = new URLSearchParams([[name, ""]]).toString().split("=");
  return `--data-urlencode ${shellQuoted(`${encodedName}=`, { name: `$${variable}` })}`;
}
