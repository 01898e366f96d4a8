import { expect, test } from "@/test/browser/test";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import { listProducts } from "@/test/requests/http/list-products";
import { type LaunchTokens, obtainTokens } from "@/test/requests/http/obtain-tokens";
import { companyOauth, postToken } from "@/test/requests/http/post-token";

const AT_ONCE = 50;

let client: ExtensionClient;
let tokens: LaunchTokens;

test.beforeEach(async ({ request, management, seller, demo }) => {
  client = await registerExtension(management);
  tokens = await obtainTokens(request, seller, demo.company_id, client);
});

const forms = [
  { sentBy: "SDKs send", body: () => ({ grant_type: "refresh_token" }) },
  {
    sentBy: "the platform spec names",
    body: () => ({ grant_type: "authorization_code", code: tokens.code }),
  },
  { sentBy: "the Kotlin SDK sends", body: () => ({ grant_type: "authorization_code" }) },
];

for (const { sentBy, body } of forms) {
  for (const path of ["token", "offline-token"]) {
    for (const [type, expiresIn] of [
      ["json", "3600"],
      ["form", 3600],
    ] as const) {
      test(`spec 4.4: ${path} refreshes repeatedly with what ${sentBy}, as ${type}`, async ({
        request,
        demo,
      }) => {
        const sent = { ...body(), refresh_token: tokens.refresh };
        const refresh = () =>
          postToken(request, `${companyOauth(demo.company_id)}/${path}`, {
            client,
            ...(type === "json" ? { json: sent } : { form: sent }),
          });
        for (const answer of [await refresh(), await refresh()]) {
          expect(answer.status()).toBe(200);
          const issued = await answer.json();
          expect(issued).toMatchObject({ refresh_token: tokens.refresh, expires_in: expiresIn });
          expect(issued.access_token).not.toBe(tokens.offline);
          expect((await listProducts(request, issued.access_token)).status()).toBe(200);
        }
      });
    }
  }
}

test(`security 40: ${AT_ONCE} concurrent refreshes all return working tokens`, async ({
  request,
  demo,
}) => {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      postToken(request, `${companyOauth(demo.company_id)}/token`, {
        client,
        form: { grant_type: "refresh_token", refresh_token: tokens.refresh },
      }),
    ),
  );
  const issued = await Promise.all(answers.map((answer) => answer.json()));
  expect(new Set(issued.map((each) => each.access_token)).size).toBe(AT_ONCE);
  expect(new Set(issued.map((each) => each.refresh_token))).toEqual(new Set([tokens.refresh]));
  for (const each of [issued[0], issued[AT_ONCE - 1]]) {
    expect((await listProducts(request, each.access_token)).status()).toBe(200);
  }
});

test("security 37, 38, 39: rejects invalid refresh tokens, wrong clients, and broader scopes", async ({
  request,
  management,
  demo,
}) => {
  const stranger = await registerExtension(management);
  const refresh = async (call: Parameters<typeof postToken>[2]) => {
    const answer = await postToken(request, `${companyOauth(demo.company_id)}/token`, call);
    return { status: answer.status(), error: (await answer.json()).error };
  };
  const right = { grant_type: "refresh_token", refresh_token: tokens.refresh };
  expect(await refresh({ client, json: { ...right, refresh_token: tokens.offline } })).toEqual({
    status: 400,
    error: "invalid_grant",
  });
  expect(await refresh({ json: right })).toEqual({ status: 401, error: "invalid_client" });
  expect(await refresh({ client: stranger, json: right })).toEqual({
    status: 400,
    error: "invalid_grant",
  });
  expect(await refresh({ client, json: { ...right, scope: "company/profile" } })).toEqual({
    status: 400,
    error: "invalid_scope",
  });
});
