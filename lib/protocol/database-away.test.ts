import { beforeAll, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { decideConsent } from "@/lib/consent/decide-consent";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { listProducts } from "@/lib/developer-tools/sample-api/list-products";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { extensionDetails } from "@/lib/protocol/startup/extension-details";
import { introspectEndpoint } from "@/lib/protocol/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/protocol/tokens/revoke-endpoint";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";
import { downloadReceipt } from "@/lib/tenants/companies/download-receipt";
import { askAnAdmin } from "@/lib/tenants/companies/questions/ask-an-admin";
import { removeExtension } from "@/lib/tenants/companies/remove-extension";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { switchDatabase } from "@/test/process/switch-database";
import { csrfToken, requestConsent } from "@/test/requests/call-consent";
import { basic } from "@/test/requests/call-token";

/** Nothing listens on port 1. */
const UNREACHABLE_DATABASE = "postgresql://nobody@127.0.0.1:1/nothing";

const REQUEST_ID = "while-the-database-is-away";

let installation: Installation;
let code: string;
let accessToken: string;
let refreshToken: string;
let consentId: string;

// Everything exists before the database goes away, so the same request would have succeeded just
// before.
beforeAll(async () => {
  installation = await mintInstallation();
  code = await mintCode(installation);
  accessToken = await mintAccessToken(installation, "offline");
  refreshToken = await mintRefreshToken(installation);
  consentId = await requestConsent(installation, { prompt: "consent" });
  log().level = "silent";
  await switchDatabase(UNREACHABLE_DATABASE);
});

type Headers = Record<string, string>;

const company = () => `${OAUTH_PATH}/company/${installation.companyId}/oauth`;
const byClient = (): Headers => ({ authorization: basic(installation.client) });
const byBrowser = (): Headers => ({
  cookie: installation.seller.cookie,
  origin: env().baseUrl,
  accept: "text/html",
});

function get(path: string, headers: Headers): Request {
  return new Request(`${env().baseUrl}${path}`, {
    headers: { ...headers, "x-request-id": REQUEST_ID },
  });
}

function post(path: string, headers: Headers, form: Record<string, string> = {}): Request {
  return new Request(`${env().baseUrl}${path}`, {
    method: "POST",
    headers: { ...headers, "x-request-id": REQUEST_ID },
    body: new URLSearchParams(form),
  });
}

const authorizeParameters = () => ({
  client_id: installation.client.clientId,
  redirect_uri: REDIRECT_URI,
  response_type: "code",
  scope: INSTALLED_SCOPES.join(","),
});

const decision = (headers: Headers = byBrowser()) =>
  post(`/consent/${consentId}/decision`, headers, {
    csrf_token: csrfToken(consentId, installation.seller),
    decision: "allow",
  });

async function expectOurs(response: Response, status: number): Promise<void> {
  expect(response.status).toBe(status);
  const text = await response.text();
  expect(text).toContain(REQUEST_ID);
  expect(text).not.toMatch(/pool|postgres|ECONN|stack/i);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("retry-after")).toEqual(status === 503 ? expect.any(String) : null);
}

describe("returns an error with a request id for a valid request while the database is down", () => {
  const grant = (type: string, more: Record<string, string>) => ({ grant_type: type, ...more });

  it.each<[string, () => Promise<Response>]>([
    [
      "authorize",
      () => authorize(get(`${company()}/authorize?${query(authorizeParameters())}`, byBrowser())),
    ],
    [
      "a pushed request",
      () => pushRequest(post(`${company()}/par`, byClient(), authorizeParameters())),
    ],
    [
      "an online token",
      () =>
        onlineTokenEndpoint(
          post(`${company()}/token`, byClient(), grant("authorization_code", { code })),
        ),
    ],
    [
      "an offline token",
      () =>
        offlineTokenEndpoint(
          post(`${company()}/offline-token`, byClient(), grant("authorization_code", { code })),
        ),
    ],
    [
      "a refresh",
      () =>
        offlineTokenEndpoint(
          post(
            `${company()}/offline-token`,
            byClient(),
            grant("refresh_token", { refresh_token: refreshToken }),
          ),
        ),
    ],
    [
      "introspection",
      () =>
        introspectEndpoint(
          post(`${OAUTH_PATH}/oauth/introspect`, byClient(), { token: accessToken }),
        ),
    ],
    [
      "revocation",
      () => revokeEndpoint(post(`${OAUTH_PATH}/oauth/revoke`, byClient(), { token: accessToken })),
    ],
    [
      "the startup request",
      () =>
        extensionDetails(
          get(
            `/service/panel/partners/v1.0/extensions/details/${installation.client.clientId}`,
            byClient(),
          ),
        ),
    ],
    [
      "a platform call",
      () =>
        listProducts(
          get("/service/application/catalog/v1.0/products/", {
            authorization: `Bearer ${accessToken}`,
          }),
        ),
    ],
    ["Allow", () => decideConsent(decision())],
    ["a question to an admin", () => askAnAdmin(post(`/consent/${consentId}/ask`, byBrowser()))],
    [
      "a removal",
      () => answerOperation(removeExtension)(post(`${extensionPath()}/remove`, byBrowser())),
    ],
    ["a receipt", () => downloadReceipt(get(`${extensionPath()}/receipt`, byBrowser()))],
  ])("%s", async (_what, call) => {
    await expectOurs(await call(), 503);
  });
});

describe("errors that need no database", () => {
  it("are returned during an outage for an authorize request", async () => {
    const path = `${OAUTH_PATH}/company/none/oauth/authorize?${query(authorizeParameters())}`;
    await expectOurs(await authorize(get(path, byBrowser())), 400);
  });

  it("are returned during an outage for a platform API call", async () => {
    await expectOurs(
      await listProducts(get("/service/application/catalog/v1.0/products/", {})),
      401,
    );
  });

  it("are returned during an outage for a token request, unless they depend on the client", async () => {
    const anonymous = post(`${company()}/token`, {}, { grant_type: "authorization_code", code });
    await expectOurs(await onlineTokenEndpoint(anonymous), 401);
    const incomplete = post(`${company()}/token`, byClient());
    await expectOurs(await onlineTokenEndpoint(incomplete), 503);
  });
});

it("shows a page with the request id when Allow fails", async () => {
  const response = await decideConsent(decision());
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(await response.text()).toContain(REQUEST_ID);
});

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

function extensionPath(): string {
  const { companyId, client } = installation;
  return `/company/${companyId}/extensions/${client.clientId}`;
}
