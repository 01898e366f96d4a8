/** Base URL in examples for an extension without one. */
export const EXAMPLE_BASE_URL = "http://127.0.0.1:8080";

/** Characters that need no quotes in a shell. */
const PLAIN_VALUE = /^[\w./:,-]*$/;

/** The values that make a snippet complete. */
export interface SnippetValues {
  /** Cluster URL, without a slash at the end. */
  clusterUrl: string;
  organizationId: string;
  clientId: string;
  /** The secret, or the name of a shell variable if it is unknown. */
  secret: string;
  /** The extension's own address. */
  baseUrl: string;
  /** Grants that the client is registered for. */
  grants: readonly string[];
  /** Scopes that the client is registered for. */
  scopes: readonly string[];
}

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

/** Lines for an extension's `.env`, for Node's `--env-file` and for shells. */
export function envSnippet(values: SnippetValues): string {
  return variablesOf(values)
    .map(([name, value]) => `${name}=${PLAIN_VALUE.test(value) ? value : quoted(value)}`)
    .join("\n");
}

/** Only an address can contain a quote, and there `%27` is the same. */
function quoted(value: string): string {
  return `'${value.replaceAll("'", "%27")}'`;
}

/**
 * A Kubernetes Secret with the variables of {@link envSnippet}.
 * @param slug of the client: lower-case letters, digits and hyphens
 */
export function kubernetesSnippet(values: SnippetValues, slug: string): string {
  return [
    "apiVersion: v1",
    "kind: Secret",
    "metadata:",
    `  name: ${slug}`,
    "type: Opaque",
    "stringData:",
    ...variablesOf(values).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
  ].join("\n");
}

/** The first request of the extension's SDK. It checks key, secret and cluster URL. */
export function detailsSnippet(values: SnippetValues): string {
  return [
    `curl -u "${values.clientId}:${values.secret}" \\`,
    `  ${values.clusterUrl}/service/panel/partners/v1.0/extensions/details/${values.clientId}`,
  ].join("\n");
}

/**
 * Gets the first token: with its own credentials for a client that may, to manage the organization's
 * clients; else with the code that authorize brings.
 */
export function firstTokenSnippet(values: SnippetValues): string {
  const { clusterUrl, organizationId, clientId, secret, grants } = values;
  const base = `${clusterUrl}/service/panel/authentication/v1.0`;
  if (grants.includes("client_credentials")) {
    return [
      `curl -u "${clientId}:${secret}" \\`,
      "  -d grant_type=client_credentials \\",
      `  ${base}/organization/${organizationId}/oauth/token`,
    ].join("\n");
  }
  return [
    `curl -u "${clientId}:${secret}" \\`,
    '  -d grant_type=authorization_code -d code="$CODE" \\',
    `  ${base}/company/$COMPANY_ID/oauth/offline-token`,
  ].join("\n");
}
