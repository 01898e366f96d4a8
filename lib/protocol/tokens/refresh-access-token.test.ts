import { beforeEach, describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintClient, mintCompany } from "@/test/factories/mint";
import { aMinuteAgo, mintCode, storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";
import { exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;
let refreshToken: string;

beforeEach(async () => {
  installation = await mintInstallation();
  refreshToken = await mintRefreshToken(installation);
});

function expectRejected({ status, body }: RouteAnswer, error = "invalid_grant"): void {
  expect(status).toBe(400);
  expect(body.error).toBe(error);
  expect(body).not.toHaveProperty("access_token");
}

const rowOf = (token: string) =>
  db().refreshToken.findUniqueOrThrow({ where: { tokenHash: storedHash(token) } });

describe("a refresh", () => {
  it("returns the same refresh token and extends its lifetime to a year from now", async () => {
    const before = await rowOf(refreshToken);
    const { body } = await refresh(installation, refreshToken);
    expect(body.refresh_token).toBe(refreshToken);
    const after = await rowOf(refreshToken);
    expect(after.expiresAt.getTime()).toBeGreaterThan(before.expiresAt.getTime());
    const days = (after.expiresAt.getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    expect(after.lastUsedAt).not.toBeNull();
  });

  it("returns a working token and leaves the earlier one working", async () => {
    const first = await refresh(installation, refreshToken);
    const second = await refresh(installation, refreshToken);
    for (const { body } of [first, second]) {
      expect((await callProducts(textOf(body.access_token))).status).toBe(200);
    }
  });

  it("narrows the token to the requested scope, and the next refresh is unrestricted again", async () => {
    const narrow = await refresh(installation, refreshToken, { scope: "company/products/read" });
    expect(narrow.body.scope).toBe("company/products/read");
    expect((await refresh(installation, refreshToken)).body.scope).toBe(INSTALLED_SCOPES.join());
  });

  it("gives the access token the client's current lifetime", async () => {
    const { clientId } = installation.client;
    await db().client.update({ where: { clientId }, data: { accessTokenLifetime: 900 } });
    expect((await refresh(installation, refreshToken)).body.expires_in).toBe("900");
  });

  it("omits scopes that the company has since removed from its grant", async () => {
    await db().grant.update({
      where: { id: installation.grantId },
      data: { scopes: ["company/orders/read"] },
    });
    const { body } = await refresh(installation, refreshToken);
    expect(body.scope).toBe("company/orders/read");
  });

  it("issues nothing when none of its scopes are still granted", async () => {
    await db().grant.update({ where: { id: installation.grantId }, data: { scopes: ["other"] } });
    expectRejected(await refresh(installation, refreshToken));
  });
});

describe("an invalid refresh", () => {
  it("security 39: rejects a refresh that widens the scope", async () => {
    const scope = [...INSTALLED_SCOPES, "company/legal/write"];
    expectRejected(await refresh(installation, refreshToken, { scope }), "invalid_scope");
  });

  it("security 37: rejects an access token, code, or secret as the refresh token", async () => {
    expectRejected(await refresh(installation, await mintAccessToken(installation, "offline")));
    expectRejected(await refresh(installation, await mintAccessToken(installation, "online")));
    expectRejected(await refresh(installation, await mintCode(installation)));
    expectRejected(await refresh(installation, installation.client.clientSecret));
  });

  it("security 46: rejects a truncated, padded, modified, or unknown token", async () => {
    expectRejected(await refresh(installation, refreshToken.slice(0, -1)));
    expectRejected(await refresh(installation, `${refreshToken}=`));
    expectRejected(await refresh(installation, refreshToken.replace(/.$/, "~")));
    expectRejected(await refresh(installation, newToken("refresh")));
  });

  it("rejects another client's refresh token", async () => {
    const thief = await mintClient(installation.organizationId);
    expectRejected(await refresh({ ...installation, client: thief }, refreshToken));
  });

  it("rejects a refresh at another company's path", async () => {
    const { companyId } = await mintCompany();
    expectRejected(await refresh({ ...installation, companyId }, refreshToken));
    expect((await refresh(installation, refreshToken)).status).toBe(200);
  });

  it("security 43: rejects an expired refresh token even while its row exists", async () => {
    const expired = await mintRefreshToken(installation, { expiresAt: aMinuteAgo() });
    expectRejected(await refresh(installation, expired));
    expect((await rowOf(expired)).expiresAt.getTime()).toBeLessThan(Date.now());
  });

  it("rejects a revoked refresh token", async () => {
    expectRejected(
      await refresh(installation, await mintRefreshToken(installation, { revokedAt: new Date() })),
    );
  });

  it("rejects a refresh after the company revoked its grant, even when it grants again", async () => {
    const { grantId } = installation;
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: new Date(), epoch: 2 } });
    expectRejected(await refresh(installation, refreshToken));
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: null } });
    expectRejected(await refresh(installation, refreshToken));
  });

  it("returns invalid_request without a refresh token", async () => {
    expectRejected(await refresh(installation, ""), "invalid_request");
  });
});

it("spec 3: a refresh can be repeated indefinitely, even after the access token expires", async () => {
  const { body } = await exchange("offline", installation, await mintCode(installation));
  let token = textOf(body.access_token);
  for (let round = 0; round < 5; round += 1) {
    const tokenHash = storedHash(token);
    await db().accessToken.updateMany({ where: { tokenHash }, data: { expiresAt: aMinuteAgo() } });
    expect((await callProducts(token)).status).toBe(401);
    const refreshed = await refresh(installation, textOf(body.refresh_token));
    token = textOf(refreshed.body.access_token);
    expect((await callProducts(token)).status).toBe(200);
  }
});
