import { createHash, randomBytes } from "node:crypto";
import { restoreClient } from "@/lib/clients/delete-client";
import { getClient } from "@/lib/clients/read-clients";
import { patchClient } from "@/lib/clients/write-clients";
import { db } from "@/lib/core/db/client";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { mintCompanyMember } from "@/test/factories/mint";
import {
  type Attempt,
  authorizeAttempt,
  clientAttempt,
  type Scene,
  send,
  withoutParameter,
  withParameter,
} from "@/test/requests/attempt";
import { callRoute } from "@/test/requests/call-route";
import { basic } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

type Apply = {
  [K in Fix["kind"]]: (
    scene: Scene,
    request: Attempt,
    fix: Extract<Fix, { kind: K }>,
  ) => Attempt | Promise<Attempt>;
};

const fixes: Apply = {
  register_redirect_url: (scene, request, { url }) =>
    patched(scene, request, ({ redirect_urls }) => ({ redirect_urls: [...redirect_urls, url] })),
  register_scopes: (scene, request, { scopes }) =>
    patched(scene, request, (client) => ({
      scopes: { permissions: [...client.scopes.permissions, ...scopes] },
    })),
  register_grant: (scene, request, { grant }) =>
    patched(scene, request, ({ grants }) => ({ grants: [...grants, grant] })),
  activate_client: async (scene, request) => {
    await patch(scene, { is_active: true });
    return request.endpoint === "products" ? withNewToken(scene, request) : request;
  },
  contact_platform: async ({ client, organizationId, companyId }, request) => {
    const none = { suspendedAt: null, suspensionReason: null };
    await db().client.update({ where: { clientId: client.clientId }, data: none });
    await db().organization.update({ where: { id: organizationId }, data: { status: "active" } });
    await db().company.update({ where: { id: companyId }, data: { status: "active" } });
    return request;
  },
  change_listing: (scene, request) => patched(scene, request, () => ({ listing: "unlisted" })),
  set_parameter: async (scene, request, { name, value }) =>
    withParameter(request, name, value ?? (await ownValue(scene, name))),
  remove_parameter: (_, request, { name }) => withoutParameter(request, name),
  send_parameter_once: (_, request, { name }) => {
    const [, value = ""] = request.parameters.find(([each]) => each === name) ?? [];
    return withParameter(request, name, value);
  },
  move_parameter_to_body: (_, request, { name }) => ({
    ...request,
    inAddress: request.inAddress.filter((each) => each !== name),
  }),
  set_content_type: (_, request, { value }) => ({ ...request, contentType: value }),
  correct_body: (_, request) => ({ ...request, rawBody: null }),
  send_credentials: withCredentials,
  use_new_secret: withCredentials,
  restore_client: async (scene, request) => {
    await callRoute(restoreClient, addressed(scene));
    return patched(scene, request, () => ({ is_active: true }));
  },
  send_access_token: (scene, request) => withNewToken(scene, request),
  send_code_challenge: (_, request) => {
    const verifier = randomBytes(32).toString("base64url");
    const challenged = withParameter(request, "code_challenge", challengeOf(verifier));
    return withParameter(challenged, "code_challenge_method", "S256");
  },
  send_code_verifier: async (scene, request) => {
    const verifier = randomBytes(32).toString("base64url");
    const code_challenge = challengeOf(verifier);
    const code = await obtainCode(scene, { code_challenge, code_challenge_method: "S256" });
    return withParameter(withParameter(request, "code", code), "code_verifier", verifier);
  },
  push_request_again: async (scene, request) => {
    const parameters = Object.fromEntries(authorizeAttempt(scene).parameters);
    const pushed = await send(scene, clientAttempt(scene, "push", parameters));
    return withParameter(request, "request_uri", textOf(pushed.body?.request_uri));
  },
  use_other_company: (scene, request, { company_id }) => ({
    ...request,
    subject: `company/${company_id ?? scene.companyId}`,
    as: scene.seller,
  }),
  use_other_organization: (scene, request, { organization_id }) => ({
    ...request,
    subject: `organization/${organization_id ?? scene.organizationId}`,
    as: request.endpoint === "authorize" ? scene.developer : request.as,
  }),
  use_client_credentials: (scene, request) => ({
    ...clientAttempt(scene, "token", { grant_type: "client_credentials" }),
    as: request.as,
    subject: `organization/${scene.organizationId}`,
  }),
  run_authorize_again: async (scene, request) => {
    if (request.endpoint === "products") return withNewToken(scene, request);
    const fresh = withParameter(request, "code", await obtainCode(scene));
    const exchange = withParameter(fresh, "grant_type", "authorization_code");
    return withoutParameter(exchange, "refresh_token");
  },
  request_scopes: async (scene, request, { scopes }) => {
    const permissions = [...new Set([...(await fetchClient(scene)).scopes.permissions, ...scopes])];
    await patch(scene, { scopes: { permissions: permissions } });
    return withNewToken(scene, request, permissions);
  },
  exchange_within: async (scene, request) =>
    withParameter(request, "code", await obtainCode(scene)),
  refresh_token: async (scene, request) => {
    const [refreshToken = ""] = [...scene.secrets].filter((secret) => secret.startsWith("lkr_"));
    const refresh = { grant_type: "refresh_token", refresh_token: refreshToken };
    const { body } = await send(scene, clientAttempt(scene, "token", refresh));
    return { ...request, authorization: `Bearer ${textOf(body?.access_token)}` };
  },
  ask_admin: async (scene, request) => ({
    ...request,
    as: await mintCompanyMember(scene.companyId, "admin"),
  }),
  wait: (_, request) => request,
};

/** Does what a fix says with nothing but the fix and what any developer has. */
export function applyFix(scene: Scene, request: Attempt, fix: Fix): Promise<Attempt> {
  return apply(scene, request, fix.kind, fix);
}

// The table has a function for each kind that takes a fix of that kind; TypeScript does not see
// that both come from one value.
async function apply<K extends Fix["kind"]>(
  scene: Scene,
  request: Attempt,
  kind: K,
  fix: Fix,
): Promise<Attempt> {
  return fixes[kind](scene, request, fix as Extract<Fix, { kind: K }>);
}

/** A code from an authorize run by the extension's own seller. */
export async function obtainCode(
  scene: Scene,
  parameters: Record<string, string> = {},
): Promise<string> {
  const { code } = await send(scene, authorizeAttempt(scene, parameters));
  if (code === null) throw new Error("authorize gave no code");
  return code;
}

/** The tokens of a fresh run. */
export async function obtainTokens(
  scene: Scene,
  scopes?: readonly string[],
): Promise<{ accessToken: string; refreshToken: string }> {
  const code = await obtainCode(scene, scopes ? { scope: scopes.join(",") } : {});
  const exchange = { grant_type: "authorization_code", code };
  const { body } = await send(scene, clientAttempt(scene, "offline", exchange));
  return { accessToken: textOf(body?.access_token), refreshToken: textOf(body?.refresh_token) };
}

async function withCredentials(scene: Scene, request: Attempt): Promise<Attempt> {
  const { client_id: clientId, secret } = await fetchClient(scene);
  const clean = withoutParameter(withoutParameter(request, "client_secret"), "client_id");
  return { ...clean, authorization: basic({ clientId, clientSecret: secret[0] ?? "" }) };
}

async function withNewToken(
  scene: Scene,
  request: Attempt,
  scopes?: readonly string[],
): Promise<Attempt> {
  const { accessToken } = await obtainTokens(scene, scopes);
  return { ...request, authorization: `Bearer ${accessToken}` };
}

// What only the developer knows: a value of their own or one that they store.
async function ownValue(scene: Scene, name: string): Promise<string> {
  if (name === "code") return obtainCode(scene);
  if (name === "token") return (await obtainTokens(scene)).accessToken;
  if (name === "refresh_token") return (await obtainTokens(scene)).refreshToken;
  if (name === "client_id") return scene.client.clientId;
  return randomBytes(16).toString("hex");
}

async function patched(
  scene: Scene,
  request: Attempt,
  change: (client: Awaited<ReturnType<typeof fetchClient>>) => object,
): Promise<Attempt> {
  await patch(scene, change(await fetchClient(scene)));
  return request;
}

async function fetchClient(scene: Scene) {
  const answer = await callRoute(getClient, addressed(scene));
  return getClient.returns.schema.parse(answer.body);
}

async function patch(scene: Scene, body: object): Promise<void> {
  const { status } = await callRoute(patchClient, { ...addressed(scene), body });
  if (status !== 200) throw new Error(`PATCH answered ${status}`);
}

function addressed({ organizationId, client, developer: as }: Scene) {
  return { params: { organization_id: organizationId, client_id: client.clientId }, as };
}

function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
