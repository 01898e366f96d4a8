import { expect, test } from "@/test/browser/test";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import { obtainCode } from "@/test/requests/http/obtain-code";
import { basic, companyOauth, postToken } from "@/test/requests/http/post-token";

const REDEMPTIONS = 50;
const SDK_HEADERS = { "x-fp-date": "20260101T000000Z", "x-fp-signature": "v1.1:00" };
const endpoints = [
  { kind: "online", path: "token" },
  { kind: "offline", path: "offline-token" },
] as const;

let client: ExtensionClient;
let code: string;

test.beforeEach(async ({ management, seller, demo }) => {
  client = await registerExtension(management);
  code = await obtainCode(seller, { companyId: demo.company_id, ...client });
});

for (const { kind, path } of endpoints) {
  test(`security 29: lets one of ${REDEMPTIONS} concurrent ${kind} redemptions of a code succeed`, async ({
    request,
    demo,
  }) => {
    const answers = await Promise.all(
      Array.from({ length: REDEMPTIONS }, () =>
        postToken(request, `${companyOauth(demo.company_id)}/${path}`, {
          client,
          json: { grant_type: "authorization_code", code },
        }),
      ),
    );
    const denied = answers.filter((answer) => answer.status() === 400);
    expect(answers.filter((answer) => answer.status() === 200)).toHaveLength(1);
    expect(denied).toHaveLength(REDEMPTIONS - 1);
    const errors = await Promise.all(denied.map(async (answer) => (await answer.json()).error));
    expect(new Set(errors)).toEqual(new Set(["invalid_grant"]));
  });

  test(`the ${kind} endpoint accepts JSON and forms, with credentials in the header, the body, or both`, async ({
    request,
    seller,
    demo,
  }) => {
    const ownCredentials = { client_id: client.clientId, client_secret: client.clientSecret };
    const codeGrant = { grant_type: "authorization_code" };
    const forms = [
      { client, json: codeGrant },
      { client, form: codeGrant },
      { json: { ...codeGrant, ...ownCredentials } },
      { form: { ...codeGrant, ...ownCredentials } },
      { client, json: { ...codeGrant, ...ownCredentials, scope: client.scopes } },
      { client, json: { ...codeGrant, scope: client.scopes.join(",") } },
      { client, form: { ...codeGrant, scope: client.scopes.join(" ") } },
      { client, json: { ...codeGrant, scope: null, nonsense: true } },
    ];
    for (const call of forms) {
      const fresh = await obtainCode(seller, { companyId: demo.company_id, ...client });
      const answer = await postToken(request, `${companyOauth(demo.company_id)}/${path}`, {
        ...call,
        ...("json" in call && { json: { ...call.json, code: fresh } }),
        ...("form" in call && { form: { ...call.form, code: fresh } }),
      });
      expect(answer.status(), JSON.stringify(call)).toBe(200);
    }
  });
}

test("spec 2.6, 2.7: returns the platform spec's fields as strings for both tokens of a code", async ({
  request,
  demo,
}) => {
  const exchange = (path: string) =>
    postToken(request, `${companyOauth(demo.company_id)}/${path}`, {
      client,
      json: { grant_type: "authorization_code", code },
    });

  const online = await (await exchange("token")).json();
  expect(online).toEqual({
    access_token: expect.stringMatching(/^lkn_/),
    token_type: "Bearer",
    expires_in: "21600",
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    scope: client.scopes.join(","),
    current_user: expect.objectContaining({ username: demo.seller.email }),
  });

  const offline = await (await exchange("offline-token")).json();
  expect(offline).toEqual({
    access_token: expect.stringMatching(/^lko_/),
    token_type: "Bearer",
    expires_in: "3600",
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    refresh_token: expect.stringMatching(/^lkr_/),
    scope: client.scopes.join(","),
  });
});

test("RFC 6749 section 5.1: returns a numeric expires_in and space-separated scopes to a form request", async ({
  request,
  demo,
}) => {
  for (const [path, expiresIn] of [
    ["token", 21_600],
    ["offline-token", 3600],
  ] as const) {
    const answer = await postToken(request, `${companyOauth(demo.company_id)}/${path}`, {
      client,
      form: { grant_type: "authorization_code", code },
    });
    expect(await answer.json()).toMatchObject({
      expires_in: expiresIn,
      scope: client.scopes.join(" "),
    });
  }
});

test("returns numbers, arrays, and access_mode to a request signed by an SDK", async ({
  request,
  demo,
}) => {
  const exchange = (path: string) =>
    postToken(request, `${companyOauth(demo.company_id)}/${path}`, {
      client,
      form: { grant_type: "authorization_code", code },
      headers: SDK_HEADERS,
    });

  expect(await (await exchange("token")).json()).toMatchObject({
    expires_in: 21_600,
    scope: client.scopes,
    access_mode: "online",
    current_user: { emails: [{ email: demo.seller.email, primary: true, verified: true }] },
  });
  expect(await (await exchange("offline-token")).json()).toMatchObject({
    expires_in: 3600,
    scope: client.scopes,
    access_mode: "offline",
    current_user: null,
    refresh_token: expect.stringMatching(/^lkr_/),
  });
});

test("security 28: rejects a replayed code and revokes its tokens", async ({ request, demo }) => {
  const path = `${companyOauth(demo.company_id)}/token`;
  const call = { client, json: { grant_type: "authorization_code", code } };
  const { access_token: token } = await (await postToken(request, path, call)).json();

  const replay = await postToken(request, path, call);
  expect(replay.status()).toBe(400);
  const { request_id: requestId, ...denial } = await replay.json();
  expect(denial).toMatchObject({
    error: "invalid_grant",
    error_uri: `${demo.base_url}/errors/invalid_grant?request_id=${requestId}`,
  });
  const introspected = await postToken(request, INTROSPECT, { client, form: { token } });
  expect(await introspected.json()).toEqual({ active: false });
});

test("security 30, 31: lets only the right client and company redeem a code", async ({
  request,
  management,
  demo,
}) => {
  const stranger = await registerExtension(management);
  const json = { grant_type: "authorization_code", code };
  const ownTokenUrl = `${companyOauth(demo.company_id)}/token`;
  const foreign = [
    await postToken(request, ownTokenUrl, { client: stranger, json }),
    await postToken(request, `${companyOauth(1)}/token`, { client, json }),
  ];
  for (const answer of foreign) {
    expect(answer.status()).toBe(400);
    expect((await answer.json()).error).toBe("invalid_grant");
  }
  expect((await postToken(request, ownTokenUrl, { client, json })).status()).toBe(200);
});

test("security 33, 34: returns the same 401 for every client authentication failure", async ({
  request,
  demo,
}) => {
  const path = `${companyOauth(demo.company_id)}/token`;
  const json = { grant_type: "authorization_code", code };
  const wrong = { ...client, clientSecret: `${client.clientSecret.slice(0, -1)}_` };
  const nobody = { clientId: "0".repeat(24), clientSecret: client.clientSecret };
  const answers = [
    await postToken(request, path, { client: wrong, json }),
    await postToken(request, path, { client: nobody, json }),
    await postToken(request, path, {
      headers: { authorization: basic(client) },
      json: { ...json, client_id: client.clientId, client_secret: "another" },
    }),
    await postToken(request, path, { json }),
  ];
  for (const answer of answers) {
    expect(answer.status()).toBe(401);
    expect(answer.headers()["www-authenticate"]).toMatch(/^Basic /);
    expect((await answer.json()).error).toBe("invalid_client");
  }
  const [one, other] = await Promise.all(answers.map((answer) => answer.json()));
  expect(one.message).toBe(other.message);
});

const INTROSPECT = "/service/panel/authentication/v1.0/oauth/introspect";
