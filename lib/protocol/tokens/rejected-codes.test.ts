import { hash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintClient, mintCompany } from "@/test/factories/mint";
import { aMinuteAgo, mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { recordStatements } from "@/test/process/record-statements";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";
import { exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

function expectInvalidGrant({ status, headers, body }: RouteAnswer): void {
  expect(status).toBe(400);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toMatchObject({ error: "invalid_grant", message: expect.any(String) });
  expect(body).not.toHaveProperty("access_token");
}

const kinds = ["online", "offline"] as const;

describe("security 28: a replayed code", () => {
  it.each(kinds)("returns invalid_grant when used a second time for an %s token", async (kind) => {
    const code = await mintCode(installation);
    expect((await exchange(kind, installation, code)).status).toBe(200);
    expectInvalidGrant(await exchange(kind, installation, code));
  });

  it("revokes every token issued from it, including refreshed ones", async () => {
    const code = await mintCode(installation);
    const online = await exchange("online", installation, code);
    const offline = await exchange("offline", installation, code);
    const refreshed = await refresh(installation, textOf(offline.body.refresh_token));
    const tokens = [online, offline, refreshed].map(({ body }) => body.access_token);
    for (const token of tokens) expect((await callProducts(textOf(token))).status).toBe(200);

    expectInvalidGrant(await exchange("online", installation, code));
    for (const token of tokens) expect((await callProducts(textOf(token))).status).toBe(401);
    expectInvalidGrant(await refresh(installation, textOf(offline.body.refresh_token)));
  });

  it("is authenticated once, so that a deactivation in between cannot hide the replay", async () => {
    const code = await mintCode(installation);
    await exchange("online", installation, code);
    const sent = await recordStatements(() => exchange("online", installation, code));
    expect(sent.filter((sql) => sql.includes("s.secret_hash IN"))).toHaveLength(1);
  });

  it("leaves tokens of other codes alone", async () => {
    const otherTokens = await exchange("offline", installation, await mintCode(installation));
    const code = await mintCode(installation);
    await exchange("offline", installation, code);
    await exchange("offline", installation, code);
    expect((await callProducts(textOf(otherTokens.body.access_token))).status).toBe(200);
    expect((await refresh(installation, textOf(otherTokens.body.refresh_token))).status).toBe(200);
  });

  it("cannot be used for the other kind either", async () => {
    const code = await mintCode(installation);
    await exchange("online", installation, code);
    await exchange("online", installation, code);
    expectInvalidGrant(await exchange("offline", installation, code));
  });

  it("counts as a replay even after expiry", async () => {
    const code = await mintCode(installation);
    const { body } = await exchange("offline", installation, code);
    const { grantId } = installation;
    await db().authorizationCode.updateMany({
      where: { grantId },
      data: { expiresAt: aMinuteAgo(), secondUseExpiresAt: aMinuteAgo() },
    });
    expectInvalidGrant(await exchange("offline", installation, code));
    expect((await callProducts(textOf(body.access_token))).status).toBe(401);
  });
});

describe("security 30 and 31: a code used by someone else", () => {
  it("returns invalid_grant to another client and still works for its own", async () => {
    const code = await mintCode(installation);
    const thief = await mintClient(installation.organizationId);
    expectInvalidGrant(await exchange("online", { ...installation, client: thief }, code));
    expect((await exchange("online", installation, code)).status).toBe(200);
  });

  it("revokes nothing when another client replays it", async () => {
    const code = await mintCode(installation);
    const { body } = await exchange("offline", installation, code);
    const thief = await mintClient(installation.organizationId);
    expectInvalidGrant(await exchange("offline", { ...installation, client: thief }, code));
    expect((await callProducts(textOf(body.access_token))).status).toBe(200);
  });

  it("returns invalid_grant at another company's path and still works at its own", async () => {
    const code = await mintCode(installation);
    const { companyId } = await mintCompany();
    expectInvalidGrant(await exchange("offline", { ...installation, companyId }, code));
    expect((await exchange("offline", installation, code)).status).toBe(200);
  });
});

describe("security 32 and 43: an expired code is rejected even while its row exists", () => {
  it.each(kinds)("rejects a code unused 60 seconds after issue, for an %s token", async (kind) => {
    const code = await mintCode(installation, { expiresAt: aMinuteAgo() });
    expectInvalidGrant(await exchange(kind, installation, code));
  });

  it("a used code keeps ten minutes for the other kind", async () => {
    const code = await mintCode(installation);
    await exchange("online", installation, code);
    const { grantId } = installation;
    await db().authorizationCode.updateMany({
      where: { grantId },
      data: { expiresAt: aMinuteAgo() },
    });
    expect((await exchange("offline", installation, code)).status).toBe(200);
  });

  it("rejects a used code for the other kind after ten minutes", async () => {
    const code = await mintCode(installation);
    await exchange("online", installation, code);
    const over = { expiresAt: aMinuteAgo(), secondUseExpiresAt: aMinuteAgo() };
    await db().authorizationCode.updateMany({
      where: { grantId: installation.grantId },
      data: over,
    });
    expectInvalidGrant(await exchange("offline", installation, code));
  });
});

describe("a code whose grant ended", () => {
  it("returns invalid_grant after a revocation", async () => {
    const code = await mintCode(installation);
    const { grantId } = installation;
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: new Date(), epoch: 2 } });
    expectInvalidGrant(await exchange("online", installation, code));
  });

  it("stays invalid when the company grants again", async () => {
    const code = await mintCode(installation);
    await db().grant.update({ where: { id: installation.grantId }, data: { epoch: 2 } });
    expectInvalidGrant(await exchange("online", installation, code));
  });

  it("yields only what is still granted, and nothing when nothing is left", async () => {
    const { grantId } = installation;
    const code = await mintCode(installation);
    const narrow = { scopes: ["company/products/read"] };
    await db().grant.update({ where: { id: grantId }, data: narrow });
    expect((await exchange("online", installation, code)).body.scope).toBe("company/products/read");
    const other = await mintCode(installation, { scopes: ["company/orders/read"] });
    expectInvalidGrant(await exchange("online", installation, other));
  });
});

describe("a code with PKCE", () => {
  const verifier = "a-verifier-of-at-least-forty-three-characters-1234";
  const codeChallenge = hash("sha256", verifier, "base64url");

  it("works with its verifier", async () => {
    const code = await mintCode(installation, { codeChallenge });
    const answer = await exchange("online", installation, code, { code_verifier: verifier });
    expect(answer.status).toBe(200);
  });

  it.each([
    ["no verifier", {}],
    ["another verifier", { code_verifier: `${verifier}x` }],
    ["the challenge as verifier", { code_verifier: codeChallenge }],
  ])("security 12: returns invalid_grant and is revoked with %s", async (_what, proof) => {
    const code = await mintCode(installation, { codeChallenge });
    expectInvalidGrant(await exchange("online", installation, code, proof));
    expectInvalidGrant(await exchange("online", installation, code, { code_verifier: verifier }));
  });

  it("security 13: returns invalid_grant for a verifier without a challenge", async () => {
    const code = await mintCode(installation);
    expectInvalidGrant(await exchange("online", installation, code, { code_verifier: verifier }));
  });
});

describe("an invalid code", () => {
  it.each([
    ["an unknown one", () => newToken("code")],
    ["a truncated one", () => newToken("code").slice(0, -1)],
    ["a padded one", () => `${newToken("code")}=`],
    ["one with a wrong checksum", () => `${newToken("code").slice(0, -2)}AA`],
    ["a refresh token", () => newToken("refresh")],
    ["text", () => "' OR 1=1 --"],
  ])("returns invalid_grant when it is %s", async (_what, code) => {
    expectInvalidGrant(await exchange("online", installation, code()));
  });

  it("returns invalid_request when it is missing", async () => {
    const { status, body } = await exchange("online", installation, "");
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_request");
  });
});

it("returns unauthorized_client to a client without the authorization_code grant", async () => {
  const code = await mintCode(installation);
  await db().client.update({
    where: { clientId: installation.client.clientId },
    data: { grantTypes: ["client_credentials"] },
  });
  const { status, body } = await exchange("online", installation, code);
  expect(status).toBe(400);
  expect(body.error).toBe("unauthorized_client");
});
