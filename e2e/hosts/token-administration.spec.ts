import { createHash, randomBytes } from "node:crypto";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { expect, test } from "@/test/browser/test";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import { listProducts } from "@/test/requests/http/list-products";
import { allow } from "@/test/requests/http/obtain-code";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { companyOauth, postToken } from "@/test/requests/http/post-token";

const INTROSPECT = `${OAUTH_PATH}/oauth/introspect`;
const REVOKE = `${OAUTH_PATH}/oauth/revoke`;

let client: ExtensionClient;

test.beforeEach(async ({ management }) => {
  client = await registerExtension(management);
});

test("RFC 7662: a client can introspect its own tokens and no others", async ({
  request,
  management,
  seller,
  demo,
}) => {
  const tokens = await obtainTokens(request, seller, demo.company_id, client);
  const offline = await postToken(request, INTROSPECT, {
    client,
    form: { token: tokens.offline },
  });
  expect(await offline.json()).toMatchObject({
    active: true,
    client_id: client.clientId,
    company_id: demo.company_id,
    scope: client.scopes.join(" "),
    access_mode: "offline",
    caller: "system_user",
  });
  const online = await postToken(request, INTROSPECT, { client, json: { token: tokens.online } });
  expect(await online.json()).toMatchObject({ active: true, username: demo.seller.email });

  const stranger = await registerExtension(management);
  for (const token of [tokens.offline, tokens.refresh, "nonsense"]) {
    const answer = await postToken(request, INTROSPECT, { client: stranger, form: { token } });
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toEqual({ active: false });
  }
  const anonymous = await postToken(request, INTROSPECT, { form: { token: tokens.offline } });
  expect(anonymous.status()).toBe(401);
});

test("RFC 7009: revoking a refresh token revokes everything issued from the same code", async ({
  request,
  management,
  seller,
  demo,
}) => {
  const tokens = await obtainTokens(request, seller, demo.company_id, client);
  const stranger = await registerExtension(management);
  const by = (who: ExtensionClient) =>
    postToken(request, REVOKE, { client: who, form: { token: tokens.refresh } });

  expect((await by(stranger)).status()).toBe(200);
  expect((await listProducts(request, tokens.offline)).status()).toBe(200);

  expect((await by(client)).status()).toBe(200);
  expect((await listProducts(request, tokens.offline)).status()).toBe(401);
  const refreshed = await postToken(request, `${companyOauth(demo.company_id)}/token`, {
    client,
    form: { grant_type: "refresh_token", refresh_token: tokens.refresh },
  });
  expect((await refreshed.json()).error).toBe("invalid_grant");
});

test("RFC 9126: a pushed request with PKCE works once, and its code requires the verifier", async ({
  request,
  seller,
  demo,
}) => {
  const verifier = randomBytes(32).toString("base64url");
  const pushed = await postToken(request, `${companyOauth(demo.company_id)}/par`, {
    client,
    form: {
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: client.scopes.join(" "),
      state: "pushed state",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    },
  });
  expect(pushed.status()).toBe(201);
  const { request_uri, expires_in } = await pushed.json();
  expect(expires_in).toBe(600);

  const byReference = {
    params: { client_id: client.clientId, request_uri },
    maxRedirects: 0,
  };
  const opened = await seller.get(`${companyOauth(demo.company_id)}/authorize`, byReference);
  expect(opened.headers().location).toMatch(/^\/consent\//);
  const open = () => seller.get(`${companyOauth(demo.company_id)}/authorize`, byReference);
  expect((await open()).headers().location).toBe(opened.headers().location);

  const redirect = await allow(seller, opened.headers().location ?? "");
  expect((await open()).status()).toBe(400);
  expect(redirect.searchParams.get("state")).toBe("pushed state");
  const code = redirect.searchParams.get("code");
  const exchange = (more: Record<string, string>) =>
    postToken(request, `${companyOauth(demo.company_id)}/token`, {
      client,
      json: { grant_type: "authorization_code", code, ...more },
    });
  expect((await exchange({ code_verifier: verifier })).status()).toBe(200);
});
