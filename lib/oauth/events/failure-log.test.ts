import { describe, expect, it } from "vitest";
import { GET as listEvents } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/events/route";
import { applyFix, obtainCode, obtainTokens } from "@/e2e/support/apply-fix";
import {
  type Attempt,
  authorizeAttempt,
  clientAttempt,
  mintScene,
  mintUninstalledScene,
  type Scene,
  send,
} from "@/e2e/support/attempt";
import { callRoute } from "@/e2e/support/call-route";
import { basic } from "@/e2e/support/call-token";
import {
  mintCompany,
  mintCompanyMember,
  mintOrganization,
  mintSecret,
  mintUser,
} from "@/e2e/support/mint";
import { aMinuteAgo, storedHash } from "@/e2e/support/mint-code";
import { REDIRECT_URI } from "@/e2e/support/mint-installation";
import { newToken } from "@/lib/crypto/tokens";
import { db } from "@/lib/db/client";
import { pool } from "@/lib/db/pool";
import { listEventsContract } from "@/lib/oauth/events/contract";
import { fixSchema } from "@/lib/oauth/events/fix";

/** A request that fails, by the check that its log entry must name. */
type Broken = {
  title: string;
  check: string;
  kind?: string;
  /** What the difference must say. */
  says?: string;
  authenticated: boolean;
  scene?: () => Promise<Scene>;
  make: (scene: Scene) => Attempt | Promise<Attempt>;
};

const authorizing = { kind: "authorize", authenticated: false } as const;
const asking = { kind: "token", authenticated: true } as const;
const refreshing = { kind: "refresh", authenticated: true } as const;
const calling = { kind: "bearer", authenticated: true } as const;

const codeGrant = { grant_type: "authorization_code" } as const;
const redirect = (uri: string) => (scene: Scene) => authorizeAttempt(scene, { redirect_uri: uri });
const authorizeWith = (parameters: Record<string, string | null>) => (scene: Scene) =>
  authorizeAttempt(scene, parameters);

/** A good exchange of a fresh code, to be broken. */
async function exchange(scene: Scene, parameters: Record<string, string> = {}): Promise<Attempt> {
  const code = await obtainCode(scene);
  return clientAttempt(scene, "offline", { ...codeGrant, code, ...parameters });
}

async function call(scene: Scene): Promise<Attempt> {
  const { accessToken } = await obtainTokens(scene);
  const request = clientAttempt(scene, "products");
  return { ...request, authorization: `Bearer ${accessToken}` };
}

const deactivate = ({ client }: Scene) =>
  db().client.update({ where: { clientId: client.clientId }, data: { isActive: false } });

const onAuthorize: Broken[] = [
  {
    title: "a redirect URL on a host that is not registered",
    check: "redirect_uri_registered",
    says: "host: staging.example.com was sent, shipfast.example.com is expected",
    ...authorizing,
    make: redirect("https://staging.example.com/fp/auth"),
  },
  {
    title: "a redirect URL with a slash too many",
    check: "redirect_uri_registered",
    says: "trailing slash: /fp/auth/ was sent, /fp/auth is expected",
    ...authorizing,
    make: redirect(`${REDIRECT_URI}/`),
  },
  {
    title: "a redirect URL in capitals",
    check: "redirect_uri_registered",
    says: "upper and lower case of the path: /FP/auth was sent",
    ...authorizing,
    make: redirect("https://shipfast.example.com/FP/auth"),
  },
  {
    title: "a redirect URL without TLS",
    check: "redirect_uri_registered",
    says: "scheme: http was sent, https is expected",
    ...authorizing,
    make: redirect("http://shipfast.example.com/fp/auth"),
  },
  {
    title: "a redirect URL with a fragment",
    check: "redirect_uri_registered",
    says: "fragment: it was sent, none is expected",
    ...authorizing,
    make: redirect(`${REDIRECT_URI}#top`),
  },
  {
    title: "no redirect URL",
    check: "parameter_present",
    ...authorizing,
    make: authorizeWith({ redirect_uri: null }),
  },
  {
    title: "the implicit grant",
    check: "response_type",
    ...authorizing,
    make: authorizeWith({ response_type: "token" }),
  },
  {
    title: "no response_type",
    check: "response_type",
    ...authorizing,
    make: authorizeWith({ response_type: null }),
  },
  {
    title: "a scope that is not registered",
    check: "scope_registered",
    says: "Not registered: company/orders/write; registered: company/",
    ...authorizing,
    make: authorizeWith({ scope: "company/orders/read,company/orders/write" }),
  },
  {
    title: "a scope that cannot be one",
    check: "scope_form",
    ...authorizing,
    make: authorizeWith({ scope: 'company/"orders"' }),
  },
  {
    title: "a scope of organizations",
    check: "scope_of_company",
    ...authorizing,
    scene: () => mintScene({ scopes: ["organization/clients/read", "company/products/read"] }),
    make: authorizeWith({ scope: "organization/clients/read,company/products/read" }),
  },
  {
    title: "an inactive client",
    check: "client_active",
    ...authorizing,
    make: async (scene) => {
      await deactivate(scene);
      return authorizeAttempt(scene);
    },
  },
  {
    title: "a client without the grant",
    check: "grant_registered",
    ...authorizing,
    scene: () => mintScene({ grantTypes: ["client_credentials"] }),
    make: authorizeWith({}),
  },
  {
    title: "a plain code challenge",
    check: "code_challenge",
    ...authorizing,
    make: authorizeWith({ code_challenge: "a".repeat(43), code_challenge_method: "plain" }),
  },
  {
    title: "no code challenge where the client insists",
    check: "code_challenge",
    ...authorizing,
    scene: () => mintScene({ requirePkce: true }),
    make: authorizeWith({}),
  },
  {
    title: "a prompt that is not offered",
    check: "prompt",
    ...authorizing,
    make: authorizeWith({ prompt: "login" }),
  },
  {
    title: "prompt=none before consent",
    check: "consent_given",
    says: "Not granted: company/orders/read, company/products/read; granted: none",
    ...authorizing,
    scene: mintUninstalledScene,
    make: authorizeWith({ prompt: "none" }),
  },
  {
    title: "a state that cannot come back",
    check: "state",
    ...authorizing,
    make: authorizeWith({ state: "s".repeat(3000) }),
  },
  {
    title: "a parameter twice",
    check: "parameter_once",
    ...authorizing,
    make: (scene) => {
      const request = authorizeAttempt(scene);
      return { ...request, parameters: [...request.parameters, ["scope", "again"]] };
    },
  },
  {
    title: "a request object",
    check: "pushed_request",
    ...authorizing,
    make: authorizeWith({ request: "eyJhbGciOiJub25lIn0.e30." }),
  },
  {
    title: "a request_uri of nobody",
    check: "pushed_request",
    ...authorizing,
    make: authorizeWith({ request_uri: "urn:ietf:params:oauth:request_uri:unknown" }),
  },
  {
    title: "a path without a company",
    check: "path",
    ...authorizing,
    make: (scene) => ({ ...authorizeAttempt(scene), subject: "company/acme" }),
  },
  {
    title: "somebody who is no member",
    check: "membership",
    ...authorizing,
    make: async (scene) => ({ ...authorizeAttempt(scene), as: await mintUser() }),
  },
  {
    title: "consent by somebody who may not decide",
    check: "consent_role",
    kind: "consent",
    authenticated: false,
    scene: mintUninstalledScene,
    make: async (scene) => ({
      ...authorizeAttempt(scene),
      as: await mintCompanyMember(scene.companyId, "staff"),
    }),
  },
];

const onCredentials: Broken[] = [
  {
    title: "a wrong secret",
    check: "client_secret",
    says: "none that this client ever had",
    kind: "token",
    authenticated: false,
    make: async (scene) => ({
      ...(await exchange(scene)),
      authorization: basic({ ...scene.client, clientSecret: newToken("secret") }),
    }),
  },
  {
    title: "a secret that was revoked",
    check: "client_secret",
    says: 'looks like the secret "another" revoked on 2026-05-03',
    kind: "token",
    authenticated: false,
    make: async (scene) => {
      const { secretId, secret } = await mintSecret(scene.client.clientId);
      await db().clientSecret.update({
        where: { id: secretId },
        data: { revokedAt: new Date("2026-05-03T09:00:00Z") },
      });
      const authorization = basic({ ...scene.client, clientSecret: secret });
      return { ...(await exchange(scene)), authorization };
    },
  },
  {
    title: "a secret past its overlap",
    check: "client_secret",
    says: 'looks like the secret "another" that ended, after a rotation, on',
    kind: "startup",
    authenticated: false,
    make: async (scene) => {
      const { secretId, secret } = await mintSecret(scene.client.clientId);
      const data = { expiresAt: aMinuteAgo() };
      await db().clientSecret.update({ where: { id: secretId }, data });
      const authorization = basic({ ...scene.client, clientSecret: secret });
      return { ...clientAttempt(scene, "startup"), authorization };
    },
  },
  {
    title: "the right secret of an inactive client",
    check: "client_active",
    kind: "startup",
    authenticated: true,
    make: async (scene) => {
      await deactivate(scene);
      return clientAttempt(scene, "startup");
    },
  },
  {
    title: "no secret",
    check: "client_authentication",
    kind: "token",
    authenticated: false,
    make: async (scene) => ({
      ...(await exchange(scene, { client_id: scene.client.clientId })),
      authorization: null,
    }),
  },
  {
    title: "two secrets that differ",
    check: "client_authentication",
    kind: "token",
    authenticated: false,
    make: (scene) =>
      exchange(scene, { client_id: scene.client.clientId, client_secret: newToken("secret") }),
  },
  {
    title: "a code in the address",
    check: "credentials_in_address",
    kind: "token",
    authenticated: false,
    make: async (scene) => ({ ...(await exchange(scene)), inAddress: ["code"] }),
  },
  {
    title: "a body of another type",
    check: "content_type",
    kind: "token",
    authenticated: false,
    make: async (scene) => ({ ...(await exchange(scene)), contentType: "text/plain" }),
  },
  {
    title: "a body that is no JSON",
    check: "body_form",
    kind: "token",
    authenticated: false,
    make: async (scene) => ({
      ...(await exchange(scene)),
      contentType: "application/json",
      rawBody: "{grant_type:authorization_code}",
    }),
  },
];

const onTokens: Broken[] = [
  {
    title: "no grant_type",
    check: "parameter_present",
    ...asking,
    make: async (scene) => {
      const code = await obtainCode(scene);
      return clientAttempt(scene, "offline", { code });
    },
  },
  {
    title: "a grant_type that is misspelt",
    check: "grant_type",
    ...asking,
    make: async (scene) => exchange(scene, { grant_type: "authorisation_code" }),
  },
  {
    title: "no code",
    check: "parameter_present",
    ...asking,
    make: (scene) => clientAttempt(scene, "offline", codeGrant),
  },
  {
    title: "a code that was cut",
    check: "code_form",
    ...asking,
    make: async (scene) => exchange(scene, { code: (await obtainCode(scene)).slice(0, -1) }),
  },
  {
    title: "a code that was used",
    check: "code_unused",
    ...asking,
    make: async (scene) => {
      const request = await exchange(scene);
      await send(scene, request);
      return request;
    },
  },
  {
    title: "a code that has expired",
    check: "code_fresh",
    ...asking,
    make: async (scene) => {
      const code = await obtainCode(scene);
      await db().authorizationCode.update({
        where: { codeHash: storedHash(code) },
        data: { expiresAt: aMinuteAgo() },
      });
      return exchange(scene, { code });
    },
  },
  {
    title: "a code of another client",
    check: "code_known",
    ...asking,
    make: async (scene) => exchange(scene, { code: newToken("code") }),
  },
  {
    title: "a code of another company",
    check: "company",
    ...asking,
    make: async (scene) => {
      const { companyId } = await mintCompany();
      return { ...(await exchange(scene)), subject: `company/${companyId}` };
    },
  },
  {
    title: "a code without the verifier of its challenge",
    check: "code_verifier",
    ...asking,
    make: async (scene) => {
      const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "S256" };
      return exchange(scene, { code: await obtainCode(scene, challenge) });
    },
  },
  {
    title: "a verifier without a challenge",
    check: "code_verifier",
    ...asking,
    make: (scene) => exchange(scene, { code_verifier: "v".repeat(50) }),
  },
  {
    title: "another redirect URL than authorize had",
    check: "redirect_uri_same",
    says: "path: /fp/other was sent, /fp/auth is expected",
    ...asking,
    make: (scene) => exchange(scene, { redirect_uri: "https://shipfast.example.com/fp/other" }),
  },
  {
    title: "a scope that the code was not granted",
    check: "scope_granted",
    says: "Not granted: company/orders/write; granted: company/orders/read",
    ...asking,
    make: (scene) => exchange(scene, { scope: "company/orders/write" }),
  },
  {
    title: "client_credentials without that grant",
    check: "grant_registered",
    ...asking,
    scene: () => mintScene({ grantTypes: ["authorization_code"] }),
    make: (scene) => clientAttempt(scene, "token", { grant_type: "client_credentials" }),
  },
  {
    title: "client_credentials for another organization",
    check: "client_organization",
    ...asking,
    scene: () => mintScene({ scopes: ["organization/clients/read"] }),
    make: async (scene) => ({
      ...clientAttempt(scene, "token", { grant_type: "client_credentials" }),
      subject: `organization/${(await mintOrganization()).organizationId}`,
    }),
  },
  {
    title: "client_credentials without a scope of organizations",
    check: "scope_granted",
    ...asking,
    make: (scene) => ({
      ...clientAttempt(scene, "token", { grant_type: "client_credentials" }),
      subject: `organization/${scene.organizationId}`,
    }),
  },
  {
    title: "an access token in place of a refresh token",
    check: "refresh_token_form",
    ...refreshing,
    make: async (scene) => {
      const { accessToken } = await obtainTokens(scene);
      const refresh = { grant_type: "refresh_token", refresh_token: accessToken };
      return clientAttempt(scene, "token", refresh);
    },
  },
  {
    title: "a refresh token that has expired",
    check: "refresh_token_fresh",
    ...refreshing,
    make: async (scene) => {
      const { refreshToken } = await obtainTokens(scene);
      await db().refreshToken.update({
        where: { tokenHash: storedHash(refreshToken) },
        data: { expiresAt: aMinuteAgo() },
      });
      const refresh = { grant_type: "refresh_token", refresh_token: refreshToken };
      return clientAttempt(scene, "token", refresh);
    },
  },
  {
    title: "a refresh with the code of another grant",
    check: "refresh_token_code",
    ...refreshing,
    make: async (scene) => {
      const { refreshToken } = await obtainTokens(scene);
      const refresh = { ...codeGrant, refresh_token: refreshToken, code: newToken("code") };
      return clientAttempt(scene, "offline", refresh);
    },
  },
  {
    title: "introspection of nothing",
    check: "parameter_present",
    kind: "introspect",
    authenticated: true,
    make: (scene) => clientAttempt(scene, "introspect"),
  },
  {
    title: "a pushed request with an unregistered redirect URL",
    check: "redirect_uri_registered",
    kind: "push",
    authenticated: true,
    make: (scene) => {
      const sent = Object.fromEntries(authorizeAttempt(scene).parameters);
      return clientAttempt(scene, "push", { ...sent, redirect_uri: "https://new.example.com/cb" });
    },
  },
  {
    title: "a pushed request_uri",
    check: "pushed_request",
    kind: "push",
    authenticated: true,
    make: (scene) => {
      const sent = Object.fromEntries(authorizeAttempt(scene).parameters);
      return clientAttempt(scene, "push", { ...sent, request_uri: "urn:example:1" });
    },
  },
];

const onCalls: Broken[] = [
  {
    title: "an offline token that has expired",
    check: "access_token_live",
    ...calling,
    make: async (scene) => {
      const request = await call(scene);
      await db().accessToken.updateMany({
        where: { clientId: scene.client.clientId },
        data: { expiresAt: aMinuteAgo() },
      });
      return request;
    },
  },
  {
    title: "a token that was revoked",
    check: "grant_live",
    ...calling,
    make: async (scene) => {
      const request = await call(scene);
      await db().accessToken.updateMany({
        where: { clientId: scene.client.clientId },
        data: { revokedAt: aMinuteAgo() },
      });
      return request;
    },
  },
  {
    title: "a token of an inactive client",
    check: "client_active",
    ...calling,
    make: async (scene) => {
      const request = await call(scene);
      await deactivate(scene);
      return request;
    },
  },
  {
    title: "a token without the scope",
    check: "access_token_scope",
    says: "the token has: company/orders/read",
    ...calling,
    scene: async () => {
      const scene = await mintScene({ scopes: ["company/orders/read"] });
      await db().grant.updateMany({
        where: { clientId: scene.client.clientId },
        data: { scopes: ["company/orders/read"] },
      });
      return scene;
    },
    make: async (scene) => {
      const { accessToken } = await obtainTokens(scene, ["company/orders/read"]);
      const request = clientAttempt(scene, "products");
      return { ...request, authorization: `Bearer ${accessToken}` };
    },
  },
];

async function readEntry({ organizationId, client, developer }: Scene, requestId: string) {
  const { status, body } = await callRoute(listEventsContract, listEvents, {
    params: { organization_id: organizationId, client_id: client.clientId },
    query: { request_id: requestId },
    as: developer,
  });
  expect(status).toBe(200);
  expect(body.items).toHaveLength(1);
  return listEventsContract.success.schema.parse(body).items[0];
}

async function everyColumn({ client }: Scene): Promise<string> {
  const { rows } = await pool().query<{ row: string }>(
    "SELECT row_to_json(e)::text AS row FROM authorization_events e WHERE client_id = $1",
    [client.clientId],
  );
  return rows.map(({ row }) => row).join("\n");
}

describe.each([
  ["authorize and consent", onAuthorize],
  ["client credentials", onCredentials],
  ["tokens", onTokens],
  ["platform calls", onCalls],
])("%s: the log alone tells how to repair", (_, table) => {
  it.each(table)("$title", async (broken) => {
    const scene = await (broken.scene ?? mintScene)();
    const request = await broken.make(scene);
    const refused = await send(scene, request);
    expect(refused.succeeded).toBe(false);

    const entry = await readEntry(scene, refused.requestId);
    expect(entry).toMatchObject({
      kind: broken.kind,
      outcome: "refused",
      check: broken.check,
      authenticated: broken.authenticated,
    });
    if (refused.body) expect(entry).toMatchObject({ message: refused.body.message });
    expect(entry?.difference ?? "").toContain(broken.says ?? "");

    const repaired = await applyFix(scene, request, fixSchema.parse(fix));
    const repeated = await send(scene, repaired);
    expect(repeated.body?.message).toBeUndefined();
    expect(repeated.succeeded).toBe(true);

    const stored = await everyColumn(scene);
    for (const secret of scene.secrets) expect(stored).not.toContain(secret);
  });
});

it("has at least twenty kinds of broken request, with a secret in most", () => {
  const all = [...onAuthorize, ...onCredentials, ...onTokens, ...onCalls];
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(20);
});

describe("attribution", () => {
  it("of an unknown token is to nobody", async () => {
    const scene = await mintScene();
    const request = clientAttempt(scene, "products");
    const token = newToken("offline");
    const { requestId } = await send(scene, { ...request, authorization: `Bearer ${token}` });
    const row = await db().authorizationEvent.findFirst({ where: { requestId } });
    expect(row).toMatchObject({ clientId: null, check: "access_token", authenticated: false });
  });

  it("of a known token is to its client, company included", async () => {
    const scene = await mintScene();
    const request = await call(scene);
    await deactivate(scene);
    const { requestId } = await send(scene, request);
    expect(await readEntry(scene, requestId)).toMatchObject({ company_id: scene.companyId });
  });

  it("security 47: another organization finds neither the client's events nor one by its request id", async () => {
    const scene = await mintScene();
    const { requestId } = await send(scene, authorizeAttempt(scene, { response_type: "token" }));
    const other = await mintScene();
    const query = { request_id: requestId };
    const foreign = await callRoute(listEventsContract, listEvents, {
      params: { organization_id: other.organizationId, client_id: scene.client.clientId },
      query,
      as: other.developer,
    });
    expect(foreign.status).toBe(404);
    const own = await callRoute(listEventsContract, listEvents, {
      params: { organization_id: other.organizationId, client_id: other.client.clientId },
      query,
      as: other.developer,
    });
    expect(own.body.items).toEqual([]);
  });

  it("a made-up client, company and request leave a row that names none of them", async () => {
    const scene = await mintScene();
    const stranger = authorizeAttempt(scene, { client_id: "f".repeat(24) });
    const { requestId } = await send(scene, { ...stranger, subject: "company/999999999" });
    const row = await db().authorizationEvent.findFirst({ where: { requestId } });
    expect(row).toMatchObject({ clientId: null, companyId: null, check: "client_known" });
  });
});

describe("what comes in is stored without breaking", () => {
  it.each([
    ["a NUL", { redirect_uri: "https://x.example.com/\0", scope: "a\0b" }],
    ["half a surrogate pair", { redirect_uri: "https://x.example.com/\ud800", prompt: "\udfff" }],
    ["64 KB", { redirect_uri: `https://x.example.com/${"a/".repeat(20_000)}` }],
  ])("%s", async (_, parameters) => {
    const scene = await mintScene();
    const { requestId, succeeded } = await send(scene, authorizeAttempt(scene, parameters));
    expect(succeeded).toBe(false);
    expect(await readEntry(scene, requestId)).toMatchObject({ outcome: "refused" });
  });

  it("a secret in place of a word, a scope, an id or a name", async () => {
    const scene = await mintScene();
    const secret = scene.client.clientSecret;
    scene.secrets.add(secret);
    const places: Record<string, string>[] = [
      { grant_type: secret },
      { grant_type: "client_credentials", scope: secret },
      { ...codeGrant, code: secret },
      { ...codeGrant, [secret]: secret },
    ];
    for (const parameters of places) await send(scene, clientAttempt(scene, "token", parameters));
    for (const name of ["response_type", "prompt", "scope", "redirect_uri", "state", "client_id"]) {
      await send(scene, authorizeAttempt(scene, { [name]: secret }));
    }
    const { rows } = await pool().query<{ row: string }>(
      "SELECT row_to_json(e)::text AS row FROM authorization_events e",
    );
    expect(rows.some(({ row }) => row.includes(secret.slice(4, -4)))).toBe(false);
  });
});

describe("the list of events", () => {
  it("holds what was issued as well, newest first, and filters", async () => {
    const scene = await mintScene();
    const before = new Date().toISOString();
    await obtainTokens(scene);
    await send(scene, authorizeAttempt(scene, { response_type: "token" }));
    await send(scene, authorizeAttempt(scene, { prompt: "login" }));
    const list = async (query: Record<string, string>) => {
      const { body } = await callRoute(listEventsContract, listEvents, {
        params: { organization_id: scene.organizationId, client_id: scene.client.clientId },
        query,
        as: scene.developer,
      });
      return body.items?.map(({ reason }: { reason: string }) => reason) ?? body.error;
    };
    expect(await list({})).toEqual(["invalid_request", "unsupported_response_type", "offline"]);
    expect(await list({ outcome: "issued" })).toEqual(["offline"]);
    expect(await list({ kind: "authorize", page_size: "1", page_no: "2" })).toEqual([
      "unsupported_response_type",
    ]);
    expect(await list({ check: "prompt" })).toEqual(["invalid_request"]);
    expect(await list({ reason: "offline", from: before })).toEqual(["offline"]);
    expect(await list({ to: before })).toEqual([]);
    expect(await list({ from: "yesterday" })).toBe("invalid_request");
    expect(await list({ kind: "dance" })).toBe("invalid_request");
  });
});
