import { newId } from "@/lib/core/crypto/ids";
import { env } from "@/lib/core/env/env";
import { listProducts } from "@/lib/developer-tools/sample-api/list-products";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { extensionDetails } from "@/lib/protocol/startup/extension-details";
import { introspectEndpoint } from "@/lib/protocol/tokens/introspect-endpoint";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";
import { type MintedUser, mintMember } from "@/test/factories/mint";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintExtension,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { presentIn } from "@/test/requests/call-authorize";
import { addressAfterAllow, pressConsent } from "@/test/requests/call-consent";
import { basic } from "@/test/requests/call-token";
import { type Fields, fieldsOf } from "@/test/requests/read-json";

/** An extension, the company that uses it, and the developer who reads its log. */
export type Scene = Omit<Installation, "grantId"> & {
  developer: MintedUser;
  /** Every secret that was sent so far. */
  secrets: Set<string>;
};

/** A request that can be changed and resent. */
export type Attempt = {
  endpoint: keyof typeof endpoints;
  /** `company/42` or `organization/…`. */
  subject: string;
  /** In order; a name may repeat. */
  parameters: readonly (readonly [string, string])[];
  /** Names of parameters that a POST sends in its URL. */
  inAddress: readonly string[];
  contentType: string;
  /** Replaces the parameters. */
  rawBody: string | null;
  authorization: string | null;
  /** The signed-in person. */
  as: MintedUser | null;
};

const FORM = "application/x-www-form-urlencoded";

const SUBJECT_OAUTH = `${OAUTH_PATH}/{subject}/oauth`;

const endpoints = {
  authorize: ["GET", `${SUBJECT_OAUTH}/authorize`, authorize],
  token: ["POST", `${SUBJECT_OAUTH}/token`, onlineTokenEndpoint],
  offline: ["POST", `${SUBJECT_OAUTH}/offline-token`, offlineTokenEndpoint],
  push: ["POST", `${SUBJECT_OAUTH}/par`, pushRequest],
  introspect: ["POST", `${OAUTH_PATH}/oauth/introspect`, introspectEndpoint],
  startup: ["GET", "/service/panel/partners/v1.0/extensions/details/{id}", extensionDetails],
  products: ["GET", "/service/application/catalog/v1.0/products/", listProducts],
} as const;

/** An installed extension with a developer; `columns` overrides what a test cares about. */
export async function mintScene(
  columns: Parameters<typeof mintInstallation>[0] = {},
): Promise<Scene> {
  return addDeveloper(await mintInstallation(columns));
}

/** An extension that no one has installed, with a developer. */
export async function mintUninstalledScene(): Promise<Scene> {
  return addDeveloper(await mintExtension());
}

async function addDeveloper(extension: Omit<Installation, "grantId">): Promise<Scene> {
  const developer = await mintMember(extension.organizationId, "admin");
  return { ...extension, developer, secrets: new Set() };
}

/** A valid authorize request; `parameters` overrides some, and null omits one. */
export function authorizeAttempt(
  scene: Scene,
  parameters: Record<string, string | null> = {},
): Attempt {
  return attempt(scene, "authorize", {
    client_id: scene.client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: INSTALLED_SCOPES.join(","),
    state: "a state",
    ...parameters,
  });
}

/** A request by the client with its credentials; null omits a parameter. */
export function clientAttempt(
  scene: Scene,
  endpoint: Attempt["endpoint"],
  parameters: Record<string, string | null> = {},
): Attempt {
  return { ...attempt(scene, endpoint, parameters), authorization: basic(scene.client) };
}

function attempt(
  { companyId, seller }: Scene,
  endpoint: Attempt["endpoint"],
  parameters: Record<string, string | null>,
): Attempt {
  return {
    endpoint,
    subject: `company/${companyId}`,
    parameters: presentIn(parameters),
    inAddress: [],
    contentType: FORM,
    rawBody: null,
    authorization: null,
    as: seller,
  };
}

/** The request with one parameter set, exactly once. */
export function withParameter(request: Attempt, name: string, value: string): Attempt {
  return {
    ...request,
    parameters: [...withoutParameter(request, name).parameters, [name, value]],
  };
}

/** The request without a parameter. */
export function withoutParameter(request: Attempt, name: string): Attempt {
  return { ...request, parameters: request.parameters.filter(([each]) => each !== name) };
}

/** The outcome of a request. */
export type Outcome = {
  requestId: string;
  succeeded: boolean;
  /** The code that redirect_uri received, if it did. */
  code: string | null;
  /** The response body; null for a redirect. */
  body: Fields | null;
};

/** Sends the request to the real endpoint. If that leads to a consent page, presses Allow there. */
export async function send(scene: Scene, request: Attempt): Promise<Outcome> {
  const requestId = newId();
  noteSecrets(scene, request);
  const [, , handler] = endpoints[request.endpoint];
  const response = await handler(toRequest(scene, request, requestId));
  const location = response.headers.get("location");
  if (location !== null) return follow(scene, request, requestId, location);
  const body = response.status === 204 ? null : fieldsOf(await response.json());
  for (const name of ["access_token", "refresh_token"]) {
    const value = body?.[name];
    if (typeof value === "string") scene.secrets.add(value);
  }
  return { requestId, succeeded: response.ok, code: null, body };
}

async function follow(
  scene: Scene,
  { as }: Attempt,
  requestId: string,
  location: string,
): Promise<Outcome> {
  const [, consent] = /^\/consent\/([\w-]+)$/.exec(location) ?? [];
  const headers = { "x-request-id": requestId };
  const pressed = consent && as ? await pressConsent(consent, as, {}, headers) : null;
  const address = pressed?.ok ? await addressAfterAllow(pressed) : new URL(location, env().baseUrl);
  const code = address.searchParams.get("code");
  if (code !== null) scene.secrets.add(code);
  return { requestId, succeeded: code !== null, code, body: null };
}

function toRequest(scene: Scene, request: Attempt, requestId: string): Request {
  const [method, template] = endpoints[request.endpoint];
  const path = template
    .replace("{subject}", request.subject)
    .replace("{id}", scene.client.clientId);
  const isInAddress = (name: string) => method === "GET" || request.inAddress.includes(name);
  const query = pairs(request.parameters.filter(([name]) => isInAddress(name)));
  const body = request.parameters.filter(([name]) => !isInAddress(name));
  const json = request.contentType === "application/json";
  const written = json ? JSON.stringify(Object.fromEntries(body)) : pairs(body);
  return new Request(`${env().baseUrl}${path}${query === "" ? "" : `?${query}`}`, {
    method,
    headers: {
      "x-request-id": requestId,
      "x-client-address": addressOf(scene),
      ...(method === "POST" && { "content-type": request.contentType }),
      ...(request.authorization !== null && { authorization: request.authorization }),
      ...(request.as && { cookie: request.as.cookie }),
    },
    body: method === "POST" ? (request.rawBody ?? written) : null,
  });
}

// Each scene has its own network, because errors of strangers are limited by network.
function addressOf({ client: { clientId } }: Scene): string {
  return `2001:db8:${clientId.slice(-8, -4)}:${clientId.slice(-4)}::1`;
}

function pairs(parameters: readonly (readonly [string, string])[]): string {
  return new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
}

const SECRET = /^(client_secret|code|code_verifier|refresh_token|token|access_token)$/;

function noteSecrets(scene: Scene, { parameters, authorization }: Attempt): void {
  for (const [name, value] of parameters) if (SECRET.test(name)) scene.secrets.add(value);
  const [, credential] = authorization?.split(" ") ?? [];
  if (!credential) return;
  scene.secrets.add(credential);
  const [, secret] = Buffer.from(credential, "base64").toString("utf8").split(":");
  if (secret) scene.secrets.add(secret);
}
