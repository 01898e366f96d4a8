import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { env } from "@/lib/core/env/env";
import { checkBearerToken } from "@/lib/protocol/bearer/check-bearer";
import { mintCompanyMember, mintManagementToken } from "@/test/factories/mint";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { type Change, changeClient, changeGrant, mintScene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { loggedCalls } from "@/test/requests/call-gate";
import { callProducts } from "@/test/requests/call-products";
import { callToken } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

describe("RFC 6750 section 3.1: an invalid bearer token", () => {
  it.each([
    ["no header", undefined],
    ["an empty header", ""],
    ["another scheme", "Basic YTpi"],
    ["the scheme alone", "Bearer"],
  ])("gets 401 and a challenge without an error for %s", async (_what, authorization) => {
    const { status, headers, body } = await callProducts(null, { authorization });
    expect([status, headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="latchkey"']);
    expect(body.message).toContain("Authorization: Bearer");
  });

  it.each<[string, () => string | Promise<string>, string]>([
    ["text", () => "abc", "This is not an access token of this service."],
    ["a truncated one", () => newToken("offline").slice(0, -1), "is damaged"],
    ["a padded one", () => `${newToken("offline")}=`, "is damaged"],
    [
      "one with a wrong checksum",
      () => newToken("offline").replace(/..$/, (end) => (end === "AA" ? "BA" : "AA")),
      "is damaged",
    ],
    ["two of them", () => `${newToken("offline")} ${newToken("offline")}`, "is damaged"],
    ["an unknown one", () => newToken("offline"), "is unknown"],
    ["a code", () => newToken("code"), "This is an authorization code, not an access token"],
    ["a refresh token", () => mintRefreshToken(installation), "This is a refresh token, not an"],
    ["a secret", () => installation.client.clientSecret, "This is an API secret, not an access"],
    ["one of a link", () => newToken("link"), "This is the token of a link, not an access token"],
    [
      "one of an organization",
      async () => {
        const { organizationId } = installation;
        return (await mintManagementToken(organizationId, ["company/products/read"])).token;
      },
      "is not for a company",
    ],
  ])("security 46: gets invalid_token for %s", async (_what, token, says) => {
    const { status, headers, body } = await callProducts(await token());
    expect([status, headers.get("cache-control")]).toEqual([401, "no-store"]);
    expect(headers.get("www-authenticate")).toMatch(
      /^Bearer realm="latchkey", error="invalid_token", error_description="[^"]+"/,
    );
    expect(body).toMatchObject({
      error: "invalid_token",
      error_description: expect.any(String),
      error_uri: `${env().baseUrl}/errors/invalid_token?request_id=${body.request_id}`,
      message: expect.stringContaining(says),
    });
    expect(await loggedCalls(installation.client.clientId)).toEqual([]);
  });

  it("is ignored in the query", async () => {
    const token = await mintAccessToken(installation, "offline");
    const { status } = await callProducts(null, { query: `?access_token=${token}` });
    expect(status).toBe(401);
  });

  it("may follow the scheme in any case and after several spaces", async () => {
    const token = await mintAccessToken(installation, "offline");
    for (const scheme of ["bearer ", "BEARER ", "Bearer   "]) {
      const { status } = await callProducts(null, { authorization: scheme + token });
      expect(status).toBe(200);
    }
  });
});

describe("a token without the scope of a call", () => {
  const [ORDERS = ""] = INSTALLED_SCOPES;

  // explain-scopes.test.ts has the other reasons.
  it.each<[string, Change, RegExp]>([
    [
      ...(["its client lost it", changeClient({ scopes: [ORDERS] })] as const),
      /not registered .*products\/read.* admin .* must add it/,
    ],
    [
      ...(["its grant lost it", changeGrant({ scopes: [ORDERS] })] as const),
      /^(?!.*admin).*company has not granted .* seller must consent again/,
    ],
  ])("gets 403 with what to do until it has it again: %s", async (_what, lose, advice) => {
    const scene = await mintScene("company");
    const token = await mintAccessToken(scene.installation, "offline");
    await lose(scene);
    const { status, headers, body } = await callProducts(token);
    expect([status, body.error]).toEqual([403, "insufficient_scope"]);
    expect(headers.get("www-authenticate")).toMatch(/, scope="company\/products\/read"$/);
    expect(body.message).toMatch(advice);
    await changeClient({ scopes: INSTALLED_SCOPES })(scene);
    await changeGrant({ scopes: INSTALLED_SCOPES })(scene);
    expect((await callProducts(token)).status).toBe(200);
  });
});

it("a token's system user is that of its client", async () => {
  for (const each of [installation, await mintInstallation()]) {
    const bearer = await checkBearerToken(tokenKey(await mintAccessToken(each, "offline")));
    expect(bearer?.systemUserId).toBe(each.client.systemUserId);
  }
});

const callsOf = ({ client }: Pick<Installation, "client">) => loggedCalls(client.clientId);

describe("spec 5: the API log", () => {
  it("records a call of an offline token, by the extension's system user", async () => {
    const requestId = newId();
    const token = await mintAccessToken(installation, "offline");
    await callProducts(token, { "x-request-id": requestId, query: "?page_no=1&page_size=5" });
    const { client, companyId } = installation;
    expect(await callsOf(installation)).toMatchObject([
      {
        callerKind: "system_user",
        systemUserId: client.systemUserId,
        userId: null,
        companyId,
        organizationId: null,
        scope: "company/products/read",
        method: "GET",
        path: "/service/application/catalog/v1.0/products/",
        status: 200,
        milliseconds: expect.any(Number),
        gateKeyId: null,
        denial: null,
        requestId,
      },
    ]);
  });

  it("names the authorizing seller for an online token, and the system user for an own one", async () => {
    const { userId } = await mintCompanyMember(installation.companyId, "staff");
    await callProducts(await mintAccessToken(installation, "online", { userId }));
    expect(await callsOf(installation)).toMatchObject([
      { callerKind: "seller", systemUserId: null, userId },
    ]);
    installation = await mintInstallation();
    const json = { grant_type: "client_credentials" };
    const { body } = await callToken("online", installation, { json });
    await callProducts(textOf(body.access_token));
    const { systemUserId } = installation.client;
    expect(await callsOf(installation)).toMatchObject([
      { callerKind: "system_user", systemUserId },
    ]);
  });

  it("gives calls with a request id that the caller chose their own, so that none hides another", async () => {
    const token = await mintAccessToken(installation, "offline");
    const requestId = `call-${installation.companyId}`;
    await Promise.all([1, 2, 3].map(() => callProducts(token, { "x-request-id": requestId })));
    const calls = await callsOf(installation);
    expect(calls).toHaveLength(3);
    for (const call of calls) {
      expect(call.requestId).toMatch(/^[0-9a-f]{24}$/);
      const second = Math.floor(call.createdAt.getTime() / 1000);
      expect(Number.parseInt(call.requestId.slice(0, 8), 16)).toBe(second);
    }
  });

  it.each([
    [["company/orders/read"], "", { status: 403, denial: "access_token_scope", scope: null }],
    [
      ...([["company/products/read"], "?page_no=0"] as const),
      { status: 400, denial: null, scope: "company/products/read" },
    ],
  ])("records a call that fails with the scopes %j and the query %j", async (...row) => {
    const [scopes, query, recorded] = row;
    const token = await mintAccessToken(installation, "offline", { scopes: [...scopes] });
    await callProducts(token, { query });
    expect(await callsOf(installation)).toMatchObject([recorded]);
  });

  it("names the organization whose token cannot call for a company", async () => {
    const { organizationId } = installation;
    const { token, client } = await mintManagementToken(organizationId, ["company/products/read"]);
    await callProducts(token);
    expect(await callsOf({ client })).toMatchObject([
      { companyId: null, organizationId, status: 401, denial: "company" },
    ]);
  });
});
