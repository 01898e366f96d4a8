import { expect, test } from "@/test/browser/test";
import { callersOf } from "@/test/requests/api-calls";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import { listProducts, PRODUCTS_PATH } from "@/test/requests/http/list-products";
import { type LaunchTokens, obtainTokens } from "@/test/requests/http/obtain-tokens";
import { companyOauth, postToken } from "@/test/requests/http/post-token";

let client: ExtensionClient;
let tokens: LaunchTokens;

test.beforeEach(async ({ request, management, seller, demo }) => {
  client = await registerExtension(management);
  tokens = await obtainTokens(request, seller, demo.company_id, client);
});

test("spec 4.6: both tokens work on the platform API, and its log names the caller", async ({
  request,
  management,
  database: _,
}) => {
  for (const token of [tokens.offline, tokens.online]) {
    const answer = await listProducts(request, token);
    expect(answer.status()).toBe(200);
    expect((await answer.json()).items.length).toBeGreaterThan(0);
  }
  const registered = await management.call("GET", `/${client.clientId}`);
  const systemUser = (await registered.json()).meta.user_id;
  await expect
    .poll(() => callersOf(client.clientId))
    .toEqual([
      { callerKind: "system_user", systemUserId: systemUser, user: null },
      { callerKind: "seller", systemUserId: null, user: "Olu Adeyemi" },
    ]);
});

test("spec 7.2: rejects calls without a live token and explains why", async ({ request }) => {
  const denied = [
    { header: undefined, error: "unauthenticated" },
    { header: "Bearer nonsense", error: "invalid_token" },
    { header: `Bearer ${tokens.offline.slice(0, -4)}`, error: "invalid_token" },
    { header: `Bearer ${tokens.offline}x`, error: "invalid_token" },
    { header: `Bearer ${tokens.refresh}`, error: "invalid_token" },
    { header: `Bearer ${tokens.code}`, error: "invalid_token" },
  ];
  for (const { header, error } of denied) {
    const answer = await request.get(PRODUCTS_PATH, {
      ...(header && { headers: { authorization: header } }),
    });
    expect(answer.status(), header).toBe(401);
    expect(answer.headers()["www-authenticate"]).toMatch(/^Bearer /);
    expect((await answer.json()).error).toBe(error);
  }
});

test("rejects a token without the required scope and names the scope", async ({
  request,
  management,
  seller,
  demo,
}) => {
  const other = await registerExtension(management, {
    scopes: { permissions: ["company/profile"] },
  });
  const { offline } = await obtainTokens(request, seller, demo.company_id, other);
  const answer = await listProducts(request, offline);
  expect(answer.status()).toBe(403);
  expect(answer.headers()["www-authenticate"]).toContain("insufficient_scope");
  const body = await answer.json();
  expect(body.error).toBe("insufficient_scope");
  expect(body.message).toContain("company/products/read");
});

test("security 62: ends an inactive client's access token for good; its refresh token works again later", async ({
  request,
  management,
  demo,
}) => {
  for (const isActive of [false, true]) {
    const patched = await management.call("PATCH", `/${client.clientId}`, {
      data: { is_active: isActive },
    });
    expect(patched.status()).toBe(200);
    expect((await listProducts(request, tokens.offline)).status()).toBe(401);
  }
  const refreshed = await postToken(request, `${companyOauth(demo.company_id)}/token`, {
    client,
    form: { grant_type: "refresh_token", refresh_token: tokens.refresh },
  });
  const { access_token: renewed } = await refreshed.json();
  expect((await listProducts(request, renewed)).status()).toBe(200);
});
