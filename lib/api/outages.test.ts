import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { handleOperation } from "@/lib/api/handle-operation";
import { expectMigrations } from "@/lib/api/health";
import { requestListener } from "@/lib/api/request-listener";
import { decideConsent } from "@/lib/consent/decide-consent";
import { closePool, pool } from "@/lib/core/db/pool";
import { env } from "@/lib/core/env/env";
import { log } from "@/lib/core/telemetry/log";
import { listProducts } from "@/lib/developer-tools/sample-api/list-products";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";
import { removeExtension } from "@/lib/tenants/companies/extensions";
import { askAnAdmin } from "@/lib/tenants/companies/questions";
import { downloadReceipt } from "@/lib/tenants/download-receipt";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { type Fault, type FaultProxy, startDatabaseProxy } from "@/test/process/fault-proxy";
import { listen } from "@/test/process/listen";
import { switchDatabase } from "@/test/process/switch-database";
import { csrfToken, requestConsent } from "@/test/requests/call-consent";
import { useRules } from "@/test/requests/call-gate";
import { basic } from "@/test/requests/call-token";
import { hasValidRequest, validRequest } from "@/test/requests/valid-requests";

/** Only against hanging. */
const PATIENCE_MS = 60_000;
const REQUEST_ID = "while-the-database-is-away";
const NEED_NO_DATABASE = ["healthz", "readyz"];
const PRODUCTS_PATH = "/service/application/catalog/v1.0/products/";

let proxy: FaultProxy;
let server: Server;
let base: string;
/** Stands in for Next: a page that queries the database and fails with it. */
let page: () => Promise<void>;

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject("databaseUrl"));
  await switchDatabase(proxy.through(inject("databaseUrl")));
  useRules([{ methods: ["GET"], path: PRODUCTS_PATH }]);
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
  );
  base = (await listen(server)).origin;
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

/** A valid request to each endpoint that needs the database, and of each kind to a page. */
async function validCalls(): Promise<Call[]> {
  const needing = endpoints.filter(
    (endpoint) => hasValidRequest(endpoint) && !NEED_NO_DATABASE.includes(endpoint.operation),
  );
  const toEndpoints: Call[] = [];
  for (const endpoint of needing) {
    toEndpoints.push([endpoint.operation, endpoint.handler, await validRequest(endpoint)]);
  }
  const installation = await mintInstallation();
  const { client, companyId, seller } = installation;
  const consentId = await requestConsent(installation, { prompt: "consent" });
  const extension = `/company/${companyId}/extensions/${client.clientId}`;
  const byBrowser = { cookie: seller.cookie, origin: env().baseUrl, accept: "text/html" };
  const allow = { csrf_token: csrfToken(consentId, seller), decision: "allow" };
  return [
    ...toEndpoints,
    ["Allow", decideConsent, request(`/consent/${consentId}/decision`, byBrowser, allow)],
    [
      "a question to an admin",
      handleOperation(askAnAdmin),
      request(`/consent/${consentId}/ask`, byBrowser, {}),
    ],
    ["a removal", handleOperation(removeExtension), request(`${extension}/remove`, byBrowser, {})],
    ["a receipt", downloadReceipt, request(`${extension}/receipt`, byBrowser)],
  ];
}

async function expectOurs([name, handler, sent]: Call, status: number): Promise<void> {
  sent.headers.set("x-request-id", REQUEST_ID);
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
  it.each<[string, Fault]>([
    ["refuses connections", { kind: "reset" }],
    ["does not respond, as when a router drops packets", { kind: "black-hole" }],
  ])(
    "every endpoint returns 503 with Retry-After, and logs one line a second, if it %s",
    async (_, fault) => {
      const calls = await validCalls();
      const error = vi.spyOn(log(), "error").mockImplementation(() => {});
      const begin = performance.now();
      goAway(fault);
      await Promise.all([...calls, ...calls].map((call) => expectOurs(call, 503)));
      const seconds = Math.ceil((performance.now() - begin) / 1_000);
      expect(error.mock.calls.length).toBeLessThanOrEqual(seconds + 1);
      expect(JSON.stringify(error.mock.calls)).not.toMatch(/"stack"|\.ts:\d/);
      // None of them had an effect.
      goAway({ kind: "reset" });
      proxy.future({ kind: "pass" });
      const exchange = calls.find(([name]) => name === "createOnlineToken");
      const exchangeAgain = async () => (await exchange?.[1](exchange[2].clone()))?.status;
      await expect.poll(exchangeAgain, { timeout: PATIENCE_MS }).toBe(200);
    },
  );

  it("errors that need no database are returned", async () => {
    const installation = await mintInstallation();
    const token = `${OAUTH_PATH}/company/1/oauth/token`;
    const form = { grant_type: "authorization_code", code: "lkc_made_up" };
    goAway();
    const browser = { accept: "text/html" };
    const anywhere = request(`${OAUTH_PATH}/company/none/oauth/authorize`, browser);
    await expectOurs(["authorize", authorize, anywhere], 400);
    await expectOurs(["a platform call", listProducts, request(PRODUCTS_PATH, {})], 401);
    await expectOurs(["a stranger", onlineTokenEndpoint, request(token, {}, form)], 401);
    const incomplete = request(token, { authorization: basic(installation.client) }, {});
    await expectOurs(["what depends on the client", onlineTokenEndpoint, incomplete], 503);
  });

  it.each<[string, Headers, string]>([
    ["a 503 page", { "accept-language": "en" }, "Latchkey is temporarily unavailable"],
    ["a 503 page in German", { "accept-language": "de" }, "Latchkey ist gerade nicht verfügbar"],
    ["503 as JSON", { accept: "application/json" }, '"error":"temporarily_unavailable"'],
  ])("a page returns %s with Retry-After", async (_, headers, text) => {
    goAway();
    const response = await open("/clients", headers);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^[3-7]$/);
    expect(response.headers.get("content-type")).toContain(headers.accept ?? "text/html");
    expect(await response.text()).toContain(text);
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

  it("the service is alive and not ready, and names its version to no caller", async () => {
    const headers = { authorization: `Bearer ${await mintServiceToken(["platform/log/read"])}` };
    expect(await (await open("/healthz", headers)).json()).toHaveProperty("version");
    goAway();
    expectMigrations([]);
    for (const each of [headers, {}]) {
      const alive = await open("/healthz", each);
      expect([alive.status, await alive.json()]).toEqual([200, { status: "ok" }]);
    }
    const ready = await open("/readyz");
    expect([ready.status, ready.headers.get("retry-after")]).toEqual([
      503,
      expect.stringMatching(/^[3-7]$/),
    ]);
  });
});
