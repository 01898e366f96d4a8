import { beforeEach, describe, expect, it } from "vitest";
import { callProducts } from "@/e2e/support/call-products";
import type { RouteAnswer } from "@/e2e/support/call-route";
import { exchange, refresh } from "@/e2e/support/call-token";
import { mintClient, mintCompany } from "@/e2e/support/mint";
import { aMinuteAgo, mintCode, storedHash } from "@/e2e/support/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/e2e/support/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/e2e/support/mint-tokens";
import { textOf } from "@/e2e/support/read-json";
import { newToken } from "@/lib/crypto/tokens";
import { db } from "@/lib/db/client";

let installation: Installation;
let refreshToken: string;

beforeEach(async () => {
  installation = await mintInstallation();
  refreshToken = await mintRefreshToken(installation);
});

function expectRefused({ status, body }: RouteAnswer, error = "invalid_grant"): void {
  expect(status).toBe(400);
  expect(body.error).toBe(error);
  expect(body).not.toHaveProperty("access_token");
}

const rowOf = (token: string) =>
  db().refreshToken.findUniqueOrThrow({ where: { tokenHash: storedHash(token) } });

describe("a refresh", () => {
  it("gives the same refresh token back and lets its lifetime slide to a year from now", async () => {
    const before = await rowOf(refreshToken);
    const { body } = await refresh(installation, refreshToken);
    expect(body.refresh_token).toBe(refreshToken);
    const after = await rowOf(refreshToken);
    expect(after.expiresAt.getTime()).toBeGreaterThan(before.expiresAt.getTime());
    const days = (after.expiresAt.getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    expect(after.lastUsedAt).not.toBeNull();
  });

  it("gives a token that works, and leaves the earlier one working", async () => {
    const first = await refresh(installation, refreshToken);
    const second = await refresh(installation, refreshToken);
    for (const { body } of [first, second]) {
      expect((await callProducts(textOf(body.access_token))).status).toBe(200);
    }
  });

  it("narrows the token to the scope asked for, and the next one is whole again", async () => {
    const narrow = await refresh(installation, refreshToken, { scope: "company/products/read" });
    expect(narrow.body.scope).toBe("company/products/read");
    expect((await refresh(installation, refreshToken)).body.scope).toBe(INSTALLED_SCOPES.join());
  });

  it("gives the access token the client's present lifetime", async () => {
    const { clientId } = installation.client;
    await db().client.update({ where: { clientId }, data: { accessTokenLifetime: 900 } });
    expect((await refresh(installation, refreshToken)).body.expires_in).toBe("900");
  });

  it("leaves out what the company took out of its grant since", async () => {
    await db().grant.update({
      where: { id: installation.grantId },
      data: { scopes: ["company/orders/read"] },
    });
    const { body } = await refresh(installation, refreshToken);
    expect(body.scope).toBe("company/orders/read");
  });

  it("issues nothing when nothing of it is left in the grant", async () => {
    await db().grant.update({ where: { id: installation.grantId }, data: { scopes: ["other"] } });
    expectRefused(await refresh(installation, refreshToken));
  });
});

describe("a refresh is refused", () => {
  it("security 39: when it widens the scope", async () => {
    const scope = [...INSTALLED_SCOPES, "company/legal/write"];
    expectRefused(await refresh(installation, refreshToken, { scope }), "invalid_scope");
  });

  it("security 37: with an access token, a code or a secret as refresh token", async () => {
    expectRefused(await refresh(installation, await mintAccessToken(installation, "offline")));
    expectRefused(await refresh(installation, await mintAccessToken(installation, "online")));
    expectRefused(await refresh(installation, await mintCode(installation)));
    expectRefused(await refresh(installation, installation.client.clientSecret));
  });

  it("security 46: with a truncated, padded, changed or unknown token", async () => {
    expectRefused(await refresh(installation, refreshToken.slice(0, -1)));
    expectRefused(await refresh(installation, `${refreshToken}=`));
    expectRefused(await refresh(installation, refreshToken.replace(/.$/, "~")));
    expectRefused(await refresh(installation, newToken("refresh")));
  });

  it("for another client", async () => {
    const thief = await mintClient(installation.organizationId);
    expectRefused(await refresh({ ...installation, client: thief }, refreshToken));
  });

  it("at another company's path", async () => {
    const { companyId } = await mintCompany();
    expectRefused(await refresh({ ...installation, companyId }, refreshToken));
    expect((await refresh(installation, refreshToken)).status).toBe(200);
  });

  it("security 43: after it expired, while its row is still there", async () => {
    const expired = await mintRefreshToken(installation, { expiresAt: aMinuteAgo() });
    expectRefused(await refresh(installation, expired));
    expect((await rowOf(expired)).expiresAt.getTime()).toBeLessThan(Date.now());
  });

  it("after it was revoked", async () => {
    expectRefused(
      await refresh(installation, await mintRefreshToken(installation, { revokedAt: new Date() })),
    );
  });

  it("after the company took its grant back, also when it grants anew", async () => {
    const { grantId } = installation;
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: new Date(), epoch: 2 } });
    expectRefused(await refresh(installation, refreshToken));
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: null } });
    expectRefused(await refresh(installation, refreshToken));
  });

  it("without a refresh token, as invalid_request", async () => {
    expectRefused(await refresh(installation, ""), "invalid_request");
  });
});

it("spec 3: a refresh can be repeated indefinitely, each time after the token expired", async () => {
  const { body } = await exchange("offline", installation, await mintCode(installation));
  let token = textOf(body.access_token);
  for (let round = 0; round < 5; round += 1) {
    const tokenHash = storedHash(token);
    await db().accessToken.update({ where: { tokenHash }, data: { expiresAt: aMinuteAgo() } });
    expect((await callProducts(token)).status).toBe(401);
    const refreshed = await refresh(installation, textOf(body.refresh_token));
    token = textOf(refreshed.body.access_token);
    expect((await callProducts(token)).status).toBe(200);
  }
});
