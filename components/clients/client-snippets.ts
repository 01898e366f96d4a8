const PRODUCTS = "/service/application/catalog/v1.0/products/";

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
    `  EXTENSION_API_KEY: ${JSON.stringify(values.clientId)}`,
    `  EXTENSION_API_SECRET: ${JSON.stringify(values.secret)}`,
    `  EXTENSION_BASE_URL: ${JSON.stringify(values.baseUrl)}`,
    `  FP_API_DOMAIN: ${JSON.stringify(values.clusterUrl)}`,
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

/** A whole extension on the FDK packages: install, tokens, a call of the platform, uninstall. */
export function fdkSnippet({ baseUrl }: SnippetValues, scopes: readonly string[]): string {
  return `import cookieParser from "cookie-parser";
import express from "express";
import { setupFdk } from "@gofynd/fdk-extension-javascript/express/index.js";
import { MemoryStorage } from "@gofynd/fdk-extension-javascript/express/storage/index.js";

const { EXTENSION_API_KEY, EXTENSION_API_SECRET, EXTENSION_BASE_URL, FP_API_DOMAIN } = process.env;

const fdk = setupFdk({
  api_key: EXTENSION_API_KEY,
  api_secret: EXTENSION_API_SECRET,
  base_url: EXTENSION_BASE_URL,
  cluster: FP_API_DOMAIN,
  access_mode: "offline",
  scopes: ${JSON.stringify(scopes)},
  storage: new MemoryStorage("quick-start"),
  callbacks: {
    auth: async (req) => \`\${EXTENSION_BASE_URL}/?company_id=\${req.fdkSession.company_id}\`,
    uninstall: async (req) => console.log("removed by company", req.body.company_id),
  },
});

const app = express();
app.use(cookieParser(EXTENSION_API_SECRET));
app.use(express.json());
app.use(fdk.fdkHandler);
app.get("/", async (req, res) => {
  const platform = await fdk.getPlatformClient(req.query.company_id);
  res.json(await platform.request({ method: "get", url: "${PRODUCTS}" }));
});
app.listen(${portOf(baseUrl)});
`;
}

function portOf(baseUrl: string): number {
  const port = URL.canParse(baseUrl) ? new URL(baseUrl).port : "";
  return Number(port || 8080);
}
