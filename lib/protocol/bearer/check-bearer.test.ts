import { beforeEach, describe, expect, it } from "vitest";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { checkBearer, checkBearerToken } from "@/lib/protocol/bearer/check-bearer";
import { mintCompanyMember, mintManagementToken } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintScene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

async function expectRejected(
  { status, headers, body }: RouteAnswer,
  error: "invalid_token" | "insufficient_scope",
): Promise<void> {
  expect(status).toBe(error === "invalid_token" ? 401 : 403);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("www-authenticate")).toMatch(
    new RegExp(`^Bearer realm="latchkey", error="${error}", error_description="[^"]+"`),
  );
  expect(body).toMatchObject({
    error,
    error_description: expect.any(String),
    error_uri: `${env().baseUrl}/errors/${error}?request_id=${body.request_id}`,
    message: expect.any(String),
    request_id: expect.any(String),
  });
  await flushCalls();
  const allowed = { clientId: installation.client.clientId, denial: null };
  expect(await db().call.count({ where: allowed })).toBe(0);
}

const kinds = ["offline", "online"] as const;

describe.each(kinds)("spec 4.6: an %s token as Authorization: Bearer", (kind) => {
  it("is accepted while it is live", async () => {
    const token = await mintAccessToken(installation, kind);
    expect((await callProducts(token)).status).toBe(200);
  });

  it("spec 7 rule 2: is rejected once expired, even while its row exists", async () => {
    const token = await mintAccessToken(installation, kind, { expiresAt: aMinuteAgo() });
    const answer = await callProducts(token);
    await expectRejected(answer, "invalid_token");
    expect(answer.body.message).toContain("expired");
  });

  it("is rejected once revoked", async () => {
    const token = await mintAccessToken(installation, kind, { revokedAt: new Date() });
    await expectRejected(await callProducts(token), "invalid_token");
  });

  it("is rejected once the company has revoked its grant", async () => {
    const token = await mintAccessToken(installation, kind);
    await db().grant.update({
      where: { id: installation.grantId },
      data: { revokedAt: new Date() },
    });
    await expectRejected(await callProducts(token), "invalid_token");
  });

  it("stays rejected in a new epoch when the company grants again", async () => {
    const token = await mintAccessToken(installation, kind);
    await db().grant.update({ where: { id: installation.grantId }, data: { epoch: 2 } });
    await expectRejected(await callProducts(token), "invalid_token");
  });

  it.each([
    ["inactive", { isActive: false }],
    ["deleted", { deletedAt: new Date() }],
  ])("security 44: is rejected while its client is %s", async (_what, data) => {
    const token = await mintAccessToken(installation, kind);
    await db().client.update({ where: { clientId: installation.client.clientId }, data });
    await expectRejected(await callProducts(token), "invalid_token");
  });

  it.each([
    ["was deleted", "restore_client", { isActive: false, deletedAt: new Date() }],
    ["is inactive", "activate_client", { isActive: false }],
  ])("is rejected with the reason when its client %s", async (reason, fix, data) => {
    const token = await mintAccessToken(installation, kind);
    const { clientId } = installation.client;
    await db().client.update({ where: { clientId }, data });
    const { body } = await callProducts(token);
    expect(body.message).toBe(`The access token's client ${reason}.`);
    const events = await db().authorizationEvent.findMany({ where: { clientId } });
    expect(events).toMatchObject([{ check: "client_active", fix: { kind: fix } }]);
  });

  it("gets 403 with the name of the scope when it lacks this API's scope", async () => {
    const token = await mintAccessToken(installation, kind, { scopes: ["company/orders/read"] });
    const answer = await callProducts(token);
    await expectRejected(answer, "insufficient_scope");
    expect(answer.headers.get("www-authenticate")).toMatch(/, scope="company\/products\/read"$/);
  });

  it("loses a scope that the company later removes from its grant", async () => {
    const token = await mintAccessToken(installation, kind);
    await db().grant.update({
      where: { id: installation.grantId },
      data: { scopes: ["company/orders/read"] },
    });
    await expectRejected(await callProducts(token), "insufficient_scope");
  });
});

describe("security 44: the seller of an online token", () => {
  it("loses it after leaving the company, while the offline token keeps working", async () => {
    const { companyId } = installation;
    const staff = await mintCompanyMember(companyId, "staff");
    const online = await mintAccessToken(installation, "online", { userId: staff.userId });
    expect((await callProducts(online)).status).toBe(200);
    await flushCalls();
    await db().call.deleteMany({ where: { clientId: installation.client.clientId } });
    await db().companyMember.delete({
      where: { companyId_userId: { companyId, userId: staff.userId } },
    });
    await expectRejected(await callProducts(online), "invalid_token");
    const offline = await mintAccessToken(installation, "offline");
    expect((await callProducts(offline)).status).toBe(200);
  });

  it("loses it when the account is deactivated", async () => {
    const token = await mintAccessToken(installation, "online");
    const { userId } = installation.seller;
    await db().user.update({ where: { id: userId }, data: { deactivatedAt: new Date() } });
    await expectRejected(await callProducts(token), "invalid_token");
  });
});

describe("RFC 6750 section 3.1: an invalid bearer token", () => {
  it.each([
    ["no header", undefined],
    ["an empty header", ""],
    ["another scheme", "Basic YTpi"],
    ["the scheme alone", "Bearer"],
  ])("gets 401 and a challenge without an error for %s", async (_what, authorization) => {
    const { status, headers, body } = await callProducts(null, { authorization });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe('Bearer realm="latchkey"');
    expect(body.message).toContain("Authorization: Bearer");
  });

  it.each([
    ["text", () => "abc"],
    ["a truncated one", () => newToken("offline").slice(0, -1)],
    ["a padded one", () => `${newToken("offline")}=`],
    ["one with a wrong checksum", () => `${newToken("offline").slice(0, -2)}AA`],
    ["two of them", () => `${newToken("offline")} ${newToken("offline")}`],
    ["an unknown one", () => newToken("offline")],
    ["a code", () => newToken("code")],
  ])("security 46: gets invalid_token for %s", async (_what, token) => {
    await expectRejected(await callProducts(token()), "invalid_token");
  });

  it("gets an error when it is a refresh token", async () => {
    await expectRejected(await callProducts(await mintRefreshToken(installation)), "invalid_token");
  });

  it("gets an error when it belongs to an organization but the data belongs to a company", async () => {
    const { token } = await mintManagementToken(installation.organizationId, [
      "company/products/read",
    ]);
    await expectRejected(await callProducts(token), "invalid_token");
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
    const expired = await mintAccessToken(installation, "offline", { expiresAt: new Date(0) });
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
  const tokens = await Promise.all(
    [installation, await mintInstallation()].map((each) => mintAccessToken(each, "offline")),
  );
  const found = await Promise.all(tokens.map((token) => checkBearerToken(tokenKey(token))));
  for (const bearer of found) {
    const where = { clientId: bearer?.clientId ?? "" };
    const { id } = await db().systemUser.findUniqueOrThrow({ where });
    expect(bearer?.systemUserId).toBe(id);
  }
});
