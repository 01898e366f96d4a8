/** What a snippet needs to be run as it is. */
export interface SnippetValues {
  /** Cluster URL, without a slash at the end. */
  clusterUrl: string;
  organizationId: string;
  clientId: string;
  /** The secret, or the name of a shell variable where it is not known. */
  secret: string;
  /** The extension's own address. */
  baseUrl: string;
  /** Grants that the client is registered for. */
  grants: readonly string[];
}

/** Lines for an extension's `.env`. */
export function envSnippet(values: SnippetValues): string {
  return [
    `EXTENSION_API_KEY=${values.clientId}`,
    `EXTENSION_API_SECRET=${values.secret}`,
    `EXTENSION_BASE_URL=${values.baseUrl}`,
    `FP_API_DOMAIN=${values.clusterUrl}`,
  ].join("\n");
}

/** Asks for what the extension's SDK asks first: proves that key, secret and address belong together. */
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
    "  -d grant_type=authorization_code -d code=$CODE \\",
    `  ${base}/company/$COMPANY_ID/oauth/offline-token`,
  ].join("\n");
}

/** Configuration of the FDK package for JavaScript. */
export function fdkSnippet(values: SnippetValues, scopes: readonly string[]): string {
  const list = scopes.map((scope) => `    ${JSON.stringify(scope)},`);
  return [
    'import { setupFdk } from "@gofynd/fdk-extension-javascript/express";',
    "",
    "setupFdk({",
    "  api_key: process.env.EXTENSION_API_KEY,",
    "  api_secret: process.env.EXTENSION_API_SECRET,",
    "  base_url: process.env.EXTENSION_BASE_URL,",
    `  cluster: ${JSON.stringify(values.clusterUrl)},`,
    '  access_mode: "offline",',
    "  scopes: [",
    ...list,
    "  ],",
    "});",
  ].join("\n");
}
