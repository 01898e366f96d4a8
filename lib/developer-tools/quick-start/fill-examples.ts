import { readFileSync } from "node:fs";
import type { ClientResponse, ClientSecretResponse } from "@/lib/clients/schemas";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { env } from "@/lib/core/env/env";
import {
  COMPANY_ID,
  detailsSnippet,
  envSnippet,
  firstTokenSnippet,
  type SnippetValues,
} from "@/lib/core/snippets/client-snippets";
import { jsonLiteral } from "@/lib/core/snippets/json-literal";
import { type ShellVariable, shellQuoted } from "@/lib/core/snippets/shell-quoted";
import { hasSampleApi } from "@/lib/developer-tools/sample-api/has-sample-api";

/** The values that the examples need besides the client's. */
export interface FlowValues extends SnippetValues {
  /** The company in the examples, or {@link COMPANY_ID} as a placeholder. */
  companyId: string;
  redirectUrl: string;
  /** Path of the API that the examples call: the sample API's, one that the gate opens, or a placeholder. */
  apiPath: string;
}

const OAUTH = "/service/panel/authentication/v1.0/company";
/** The sample API, which exists only with demo data. */
const SAMPLE_API = "/service/application/catalog/v1.0/products/";
/** The placeholder for a path if Latchkey knows no API. */
const ANY_API = "/path/of/an/api";
/** Loads the lines of `.env` into a shell. */
const LOAD_ENV = "set -a; . ./.env; set +a";
const SECRET: ShellVariable = { name: "$EXTENSION_API_SECRET" };

/** The path of the API that the examples call. `openPath` is what the gate lets the client read. */
export function exampleApiPath(
  openPath: string | null,
  companyId: string,
  hasSample = hasSampleApi(),
): string {
  if (hasSample) return SAMPLE_API;
  return openPath?.replace("{company_id}", companyId) ?? ANY_API;
}

/** The values for a client's examples, with a placeholder that says which secret to paste. */
export function exampleValues(
  client: ClientResponse,
  [newest]: readonly ClientSecretResponse[],
  place: { baseUrl: string; companyId: string; openPath: string | null },
): FlowValues {
  const { baseUrl, companyId, openPath } = place;
  return {
    clusterUrl: env().clusterUrl,
    organizationId: client.organization_id,
    clientId: client.client_id,
    secret: newest ? `paste-the-secret-that-ends-with-${newest.last_four}` : "rotate-for-a-secret",
    baseUrl,
    grants: client.grants,
    companyId,
    redirectUrl: client.redirect_urls[0] ?? `${baseUrl}/fp/auth`,
    scopes: client.scopes.permissions,
    apiPath: exampleApiPath(openPath, companyId),
  };
}

/**
 * The commands and programs with a client's values, which run as they are. The placeholders of the templates in
 * `examples/quick-start` stand for quoted texts of their language.
 */
export function fillExamples(values: FlowValues) {
  const { clusterUrl, companyId, clientId, baseUrl, apiPath } = values;
  const fromEnv = { ...values, secret: SECRET };
  const port = parseUrl(baseUrl)?.port || "8080";
  const api_path = jsonLiteral(apiPath);
  const start = (program: string) => `${LOAD_ENV}\n${program} ${quotedAround(companyId)} "$CODE"`;
  return {
    env: envSnippet(values),
    /** The first request of every SDK, with the secret from `.env`. */
    check: `${LOAD_ENV}\n${detailsSnippet(fromEnv)}`,
    /** The first token of a script that acts for its own organization. */
    script: `${LOAD_ENV}\n${firstTokenSnippet(fromEnv)}`,
    authorize: authorizeAddress(values),
    node: fill("server.mjs", {
      api_path,
      listen: baseUrl.startsWith("http:") ? `${port}, "127.0.0.1"` : port,
    }),
    curl: fill("first-token.sh", {
      user: shellQuoted(clientId, ":", SECRET),
      token_endpoint: quotedAround(`${clusterUrl}${OAUTH}/${companyId}/oauth/offline-token`),
      api_address: quotedAround(clusterUrl + apiPath),
    }),
    python: fill("first_token.py", { api_path }),
    startPython: start("python3 first_token.py"),
    java: fill("FirstToken.java", { api_path }),
    startJava: start("java FirstToken.java"),
    /** The path that a reader has to replace; null if the examples run as they are. */
    pathToReplace: apiPath === ANY_API ? ANY_API : null,
  };
}

function fill(file: string, values: Readonly<Record<string, string>>): string {
  const template = readFileSync(`examples/quick-start/${file}.template`, "utf8");
  return template.trimEnd().replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? "");
}

/** The address of authorize, to which the seller's browser goes and from which it returns with a code. */
function authorizeAddress({ clusterUrl, companyId, clientId, redirectUrl, scopes }: FlowValues) {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUrl,
    response_type: "code",
    scope: scopes.join(","),
    state: "compare-me-at-the-redirect",
  });
  return `${clusterUrl}${OAUTH}/${companyId}/oauth/authorize?${query}`;
}

/** A text for a shell, which expands the company's variable and nothing else in it. */
function quotedAround(text: string): string {
  const [first = "", ...others] = text.split(COMPANY_ID.name);
  return shellQuoted(first, ...others.flatMap((part) => [COMPANY_ID, part]));
}
