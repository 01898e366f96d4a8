import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { decideConsent } from "@/lib/consent/decide-consent";
import { newId } from "@/lib/core/crypto/ids";
import { closePool, pool } from "@/lib/core/db/pool";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { listProducts } from "@/lib/developer-tools/sample-api/list-products";
import { checkEndpoint } from "@/lib/gate/check/check-endpoint";
import { CHECK_PATH } from "@/lib/gate/check/original-request";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { extensionDetails } from "@/lib/protocol/startup/extension-details";
import { introspectEndpoint } from "@/lib/protocol/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/protocol/tokens/revoke-endpoint";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";
import { askAnAdmin } from "@/lib/tenants/companies/questions/ask-an-admin";
import { removeExtension } from "@/lib/tenants/companies/remove-extension";
import { downloadReceipt } from "@/lib/tenants/download-receipt";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { type Fault, type FaultProxy, startDatabaseProxy } from "@/test/process/fault-proxy";
import { switchDatabase } from "@/test/process/switch-database";
import { csrfToken, requestConsent } from "@/test/requests/call-consent";
import { useRules } from "@/test/requests/call-gate";
import { basic } from "@/test/requests/call-token";
import { callOperation, managementOperations } from "@/test/requests/management-operations";

/** Only against hanging. */
const PATIENCE_MS = 60_000;
const REQUEST_ID = "while-the-database-is-away";
const PRODUCTS_PATH = "/service/application/catalog/v1.0/products/";

let proxy: FaultProxy;
let server: Server;
let base: string;
/** Stands in for Next: a page that queries the database and fails with it. */
let page: () => Promise<void>;

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject("databaseUrl"));
  await switchDatabase(proxy.through(inject("databaseUrl")));
  useRules([{ methods: ["GET"], path: "/ping" }]);
  server = createServer(
    requestListener(env(), endpoints, (_, response) => {
      page().then(
        () => response.end("the page"),
        () => {
          response.statusCode = 500;
          response.end("it failed");
        },
      );
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await closePool();
  await proxy.close();
});

beforeEach(async () => {
  page = async () => void (await pool().query("SELECT 1"));
  proxy.future({ kind: "pass" });
  proxy.existing({ kind: "reset" });
  const isUp = async () => (await open("/clients")).status;
  await expect.poll(isUp, { timeout: PATIENCE_MS }).toBe(200);
});

function goAway(fault: Fault = { kind: "reset" }): void {
  proxy.future(fault);
  proxy.existing(fault);
}

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(base + path, { headers: { accept: "text/html", ...headers } });

it("a page that fails while the database is up returns a 500", async () => {
  page = () => Promise.reject(new Error("a fault of ours"));
  expect((await open("/clients")).status).toBe(500);
});

type Headers = Record<string, string>;
type Handler = (request: Request) => Response | Promise<Response>;
type Call = readonly [name: string, handler: Handler, request: Request];

const request = (path: string, headers: Headers, form?: Record<string, string>) =>
  new Request(`${env().baseUrl}${path}`, {
    headers: { ...headers, "x-request-id": REQUEST_ID },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });

const authorizeParameters = ({ client }: Installation) => ({
  client_id: client.clientId,
  redirect_uri: REDIRECT_URI,
  response_type: "code",
  scope: INSTALLED_SCOPES.join(","),
});

const authorizePath = (installation: Installation, companyId: number | string) =>
  `${OAUTH_PATH}/company/${companyId}/oauth/authorize?${new URLSearchParams(authorizeParameters(installation))}`;

/** A valid request of each kind, each of which would succeed if the database were there. */
async function validCalls(): Promise<Call[]> {
  const installation = await mintInstallation();
  const { client, companyId, seller } = installation;
  const code = await mintCode(installation);
  const token = await mintAccessToken(installation, "offline");
  const refreshToken = await mintRefreshToken(installation);
  const consentId = await requestConsent(installation, { prompt: "consent" });
  const { clientSecret: key } = await mintServiceKey(["platform/gate"]);
  const company = `${OAUTH_PATH}/company/${companyId}/oauth`;
  const extension = `/company/${companyId}/extensions/${client.clientId}`;
  const byClient = { authorization: basic(client) };
  const byToken = { authorization: `Bearer ${token}` };
  const byBrowser = { cookie: seller.cookie, origin: env().baseUrl, accept: "text/html" };
  const gate = { "x-gate-key": key, "x-original-method": "GET", "x-original-uri": "/ping" };
  const exchange = { grant_type: "authorization_code", code };
  const refresh = { grant_type: "refresh_token", refresh_token: refreshToken };
  const allow = { csrf_token: csrfToken(consentId, seller), decision: "allow" };
  const details = `/service/panel/partners/v1.0/extensions/details/${client.clientId}`;
  return [
    ["authorize", authorize, request(authorizePath(installation, companyId), byBrowser)],
    [
      "a pushed request",
      pushRequest,
      request(`${company}/par`, byClient, authorizeParameters(installation)),
    ],
    ["an online token", onlineTokenEndpoint, request(`${company}/token`, byClient, exchange)],
    [
      "an offline token",
      offlineTokenEndpoint,
      request(`${company}/offline-token`, byClient, exchange),
    ],
    ["a refresh", offlineTokenEndpoint, request(`${company}/offline-token`, byClient, refresh)],
    [
      "introspection",
      introspectEndpoint,
      request(`${OAUTH_PATH}/oauth/introspect`, byClient, { token }),
    ],
    ["revocation", revokeEndpoint, request(`${OAUTH_PATH}/oauth/revoke`, byClient, { token })],
    ["the startup request", extensionDetails, request(details, byClient)],
    ["a platform call", listProducts, request(PRODUCTS_PATH, byToken)],
    ["the gate", checkEndpoint, request(CHECK_PATH, { ...gate, ...byToken })],
    ["Allow", decideConsent, request(`/consent/${consentId}/decision`, byBrowser, allow)],
    ["a question to an admin", askAnAdmin, request(`/consent/${consentId}/ask`, byBrowser, {})],
    ["a removal", answerOperation(removeExtension), request(`${extension}/remove`, byBrowser, {})],
    ["a receipt", downloadReceipt, request(`${extension}/receipt`, byBrowser)],
  ];
}

async function expectOurs([name, handler, sent]: Call, status: number): Promise<void> {
  const response = await handler(sent.clone());
  expect(response.status, name).toBe(status);
  const text = await response.text();
  expect(text, name).toContain(REQUEST_ID);
  expect(text, name).not.toMatch(/pool|postgres|ECONN|prisma|stack|\.ts/i);
  const { "cache-control": cache, ...headers } = Object.fromEntries(response.headers);
  expect(cache, name).toBe("no-store");
  expect(Number(headers["retry-after"] ?? 0) > 0, name).toBe(status === 503);
  // The gate names no caller.
  expect(headers["x-latchkey-client-id"], name).toBeUndefined();
  if (name === "Allow") expect(headers["content-type"]).toContain("text/html");
}

describe("while the database is away", () => {
  it.each<[string, Fault, number]>([
    ["refuses connections", { kind: "reset" }, 1],
    ["does not respond, as when a router drops packets", { kind: "black-hole" }, 20],
  ])("every endpoint returns 503 with Retry-After if it %s", async (_, fault, times) => {
    const calls = await validCalls();
    const organization = await mintOrganization();
    const client = await mintClient(organization.organizationId);
    const scenes = managementOperations.map(async (operation) => {
      const params = await operation.params?.(organization);
      return { ...operation, params: undefined, onDeleted: undefined, named: params };
    });
    const prepared = await Promise.all(scenes);
    goAway(fault);
    const repeated = Array.from({ length: times }, () => calls).flat();
    await Promise.all(repeated.map((call) => expectOurs(call, 503)));
    for (const { named, ...operation } of prepared) {
      const call = { as: organization.owner, ...(named && { params: named }) };
      const answer = await callOperation(operation, organization, client, call);
      expect(answer, operation.operation.id).toMatchObject({
        status: 503,
        body: { error: "temporarily_unavailable" },
      });
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    // None of them had an effect.
    goAway({ kind: "reset" });
    proxy.future({ kind: "pass" });
    const [, , , offline] = calls;
    const exchangeAgain = async () => (await offline?.[1](offline[2].clone()))?.status;
    await expect.poll(exchangeAgain, { timeout: PATIENCE_MS }).toBe(200);
  });

  it("errors that need no database are returned", async () => {
    const installation = await mintInstallation();
    const token = `${OAUTH_PATH}/company/1/oauth/token`;
    const form = { grant_type: "authorization_code", code: "lkc_made_up" };
    goAway();
    const browser = { accept: "text/html" };
    const anywhere = request(authorizePath(installation, "none"), browser);
    await expectOurs(["authorize", authorize, anywhere], 400);
    await expectOurs(["a platform call", listProducts, request(PRODUCTS_PATH, {})], 401);
    await expectOurs(["a stranger", onlineTokenEndpoint, request(token, {}, form)], 401);
    const incomplete = request(token, { authorization: basic(installation.client) }, {});
    await expectOurs(["what depends on the client", onlineTokenEndpoint, incomplete], 503);
  });

  it("a page returns a 503 page with Retry-After in the person's language", async () => {
    goAway();
    for (const [language, title] of [
      ["en", "Latchkey is temporarily unavailable"],
      ["de", "Latchkey ist gerade nicht verfügbar"],
    ] as const) {
      const response = await open("/clients", { "accept-language": language });
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toMatch(/^[3-7]$/);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(await response.text()).toContain(title);
    }
  });

  it("a page requested by a program returns 503 as JSON", async () => {
    goAway();
    const response = await open("/api/auth/session", { accept: "application/json" });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: "temporarily_unavailable" });
  });

  it("a page in progress when the database fails returns 503, not a server error", async () => {
    page = async () => {
      goAway();
      await pool().query("SELECT 1");
    };
    const response = await open("/clients");
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^[3-7]$/);
  });

  it("requests that need no database succeed", async () => {
    goAway();
    page = async () => {};
    for (const path of ["/docs", "/latchkey.svg", "/_next/static/a.js", "/errors/invalid_grant"]) {
      expect((await open(path)).status).toBe(200);
    }
  });

  it("200 requests in a second log two lines and no stack trace", async () => {
    const error = vi.spyOn(log(), "error").mockImplementation(() => {});
    const warn = vi.spyOn(log(), "warn").mockImplementation(() => {});
    goAway();
    const begin = performance.now();
    const path = `/service/panel/authentication/v1.0/company/1/oauth/authorize?client_id=${newId()}`;
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => (await open(path)).status),
    );
    const seconds = Math.ceil((performance.now() - begin) / 1000);
    expect(new Set(statuses)).toEqual(new Set([503]));
    const lines = [...error.mock.calls, ...warn.mock.calls];
    expect(lines.length).toBeLessThanOrEqual(seconds + 1);
    expect(JSON.stringify(lines)).not.toMatch(/"stack"|\.ts:\d/);
  });
});
