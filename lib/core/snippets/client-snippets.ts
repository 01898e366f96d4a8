import { envLine } from "@/lib/core/snippets/env-line";
import { jsonLiteral } from "@/lib/core/snippets/json-literal";
import { type ShellVariable, shellQuoted } from "@/lib/core/snippets/shell-quoted";

/** Base URL in examples for an extension without one. */
export const EXAMPLE_BASE_URL = "http://127.0.0.1:8080";

/** The company in examples for someone who has none. */
export const COMPANY_ID: ShellVariable = { name: "$COMPANY_ID" };

/** The values that make a snippet complete. */
export interface SnippetValues {
  /** Cluster URL, without a slash at the end. */
  clusterUrl: string;
  organizationId: string;
  clientId: string;
  secret: string;
  /** The extension's own address. */
  baseUrl: string;
  /** Grants that the client is registered for. */
  grants: readonly string[];
  /** Scopes that the client is registered for. */
  scopes: readonly string[];
}

/** The values of a command, whose secret may be in a variable. */
type CommandValues = Omit<SnippetValues, "secret"> & { secret: string | ShellVariable };

/** Variables that an extension is started with, the sample extension and the examples included. */
function variablesOf(values: SnippetValues): [name: string, value: string][] {
  return [
    ["EXTENSION_API_KEY", values.clientId],
    ["EXTENSION_API_SECRET", values.secret],
    ["EXTENSION_BASE_URL", values.baseUrl],
    ["EXTENSION_SCOPES", values.scopes.join(",")],
    ["FP_API_DOMAIN", values.clusterUrl],
  ];
}

/** Lines for an extension's `.env`. */
export function envSnippet(values: SnippetValues): string {
  return variablesOf(values)
    .map(([name, value]) => envLine(name, value))
    .join("\n");
}

/** A Kubernetes Secret with the variables of {@link envSnippet}, named by the client's slug. */
export function kubernetesSnippet(values: SnippetValues, slug: string): string {
  const lines = variablesOf(values).map(([name, value]) => `  ${name}: ${jsonLiteral(value)}`);
  return `apiVersion: v1
kind: Secret
metadata:
  name: ${jsonLiteral(slug)}
type: Opaque
stringData:
${lines.join("\n")}`;
}

/** The first request of the extension's SDK. It checks key, secret and cluster URL. */
export function detailsSnippet({ clusterUrl, clientId, secret }: CommandValues): string {
  const path = `/service/panel/partners/v1.0/extensions/details/${clientId}`;
  return `curl -u ${shellQuoted(clientId, ":", secret)} \\
  ${shellQuoted(clusterUrl + path)}`;
}

/** Gets the first token, with the client's own credentials if it may, or else with the code that authorize brings. */
export function firstTokenSnippet(values: CommandValues): string {
  const { clusterUrl, organizationId, clientId, secret, grants } = values;
  const base = `${clusterUrl}/service/panel/authentication/v1.0`;
  const [fields, address] = grants.includes("client_credentials")
    ? [
        "-d grant_type=client_credentials",
        shellQuoted(`${base}/organization/${organizationId}/oauth/token`),
      ]
    : [
        '-d grant_type=authorization_code -d code="$CODE"',
        shellQuoted(`${base}/company/`, COMPANY_ID, "/oauth/offline-token"),
      ];
  return `curl -u ${shellQuoted(clientId, ":", secret)} \\
  ${fields} \\
  ${address}`;
}
