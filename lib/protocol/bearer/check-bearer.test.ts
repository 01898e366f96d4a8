import { beforeEach, describe, expect, it } from "vitest";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { checkBearer, checkBearerToken } from "@/lib/protocol/bearer/check-bearer";
import { mintManagementToken } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintScene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { loggedCalls } from "@/test/requests/call-gate";
import { callProducts } from "@/test/requests/call-products";

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

  it.each<[string, () => string | Promise<string>]>([
    ["text", () => "abc"],
    ["a truncated one", () => newToken("offline").slice(0, -1)],
    ["a padded one", () => `${newToken("offline")}=`],
    ["one with a wrong checksum", () => `${newToken("offline").slice(0, -2)}AA`],
    ["two of them", () => `${newToken("offline")} ${newToken("offline")}`],
    ["an unknown one", () => newToken("offline")],
    ["a code", () => newToken("code")],
    ["a refresh token", () => mintRefreshToken(installation)],
    [
      "one of an organization",
      async () => {
        const { organizationId } = installation;
        return (await mintManagementToken(organizationId, ["company/products/read"])).token;
      },
    ],
  ])("security 46: gets invalid_token for %s", async (_what, token) => {
    const { status, headers, body } = await callProducts(await token());
    expect([status, headers.get("cache-control")]).toEqual([401, "no-store"]);
    expect(headers.get("www-authenticate")).toMatch(
      /^Bearer realm="latchkey", error="invalid_token", error_description="[^"]+"/,
    );
    expect(body).toMatchObject({
      error: "invalid_token",
      error_description: expect.any(String),
      error_uri: `${env().baseUrl}/errors/invalid_token?request_id=${body.request_id}`,
      message: expect.any(String),
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

  it("can be traced by its request id", async () => {
    const requestId = `bearer-${installation.companyId}`;
    const expired = await mintAccessToken(installation, "offline", { expiresAt: aMinuteAgo() });
    const { body } = await callProducts(expired, { "x-request-id": requestId });
    expect(body.request_id).toBe(requestId);
    expect(await db().authorizationEvent.findMany({ where: { requestId } })).toMatchObject([
      { kind: "bearer", outcome: "refused", reason: "invalid_token" },
    ]);
  });
});

it("an organization's token is for no company, whatever its scopes", async () => {
  const scene = await mintScene("organization");
  const token = await mintAccessToken(scene.installation, "offline", scene.columns);
  const request = new Request(env().baseUrl, { headers: { authorization: `Bearer ${token}` } });
  for (const scope of ["company/orders/read", "company/payments/read"]) {
    const { denial } = await checkBearer(request, [scope]);
    expect(denial?.message).toBe("The access token is not for a company.");
  }
});

it("a token's system user is that of its client", async () => {
  for (const each of [installation, await mintInstallation()]) {
    const bearer = await checkBearerToken(tokenKey(await mintAccessToken(each, "offline")));
    expect(bearer?.systemUserId).toBe(each.client.systemUserId);
  }
});
