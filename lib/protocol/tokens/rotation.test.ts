import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { aMinuteAgo, mintCode, storedHash } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { introspect } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";
import { exchange, refresh } from "@/test/requests/call-token";
import { countUnrevoked } from "@/test/requests/live-tokens";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;
let first: string;

beforeEach(async () => {
  installation = await mintInstallation({ refreshRotation: "confirm_on_use" });
  const { body } = await exchange("offline", installation, await mintCode(installation));
  first = textOf(body.refresh_token);
});

/** Refreshes and returns the successor. */
async function succeed(token: string): Promise<string> {
  const { status, body } = await refresh(installation, token);
  expect(status).toBe(200);
  return textOf(body.refresh_token);
}

async function passGraceOf(token: string): Promise<void> {
  const tokenHash = storedHash(token);
  await db().refreshToken.update({ where: { tokenHash }, data: { supersededAt: aMinuteAgo() } });
}

const rowOf = (token: string) =>
  db().refreshToken.findUniqueOrThrow({ where: { tokenHash: storedHash(token) } });

async function liveTokens(): Promise<number> {
  const { access, refresh: refreshable } = await countUnrevoked(installation.client.clientId);
  return access + refreshable;
}

function expectRejected({ status, body }: RouteAnswer): void {
  expect([status, body.error]).toEqual([400, "invalid_grant"]);
}

describe("a client with refresh token rotation", () => {
  it("can use the old one repeatedly until the new one is used", async () => {
    const lostToken = await succeed(first);
    const stored = await succeed(first);
    expect(new Set([first, lostToken, stored]).size).toBe(3);
    const { familyId } = await rowOf(first);
    for (const token of [first, lostToken, stored]) {
      expect(await rowOf(token)).toMatchObject({ familyId, supersededAt: null });
    }
    await succeed(stored);
    expect((await rowOf(lostToken)).supersededAt).not.toBeNull();
    expect((await rowOf(first)).supersededAt).not.toBeNull();
  });

  it("sees a replaced token as inactive once its grace period is over", async () => {
    await succeed(await succeed(first));
    expect((await introspect(installation.client, first)).body.active).toBe(true);
    await passGraceOf(first);
    expect((await introspect(installation.client, first)).body).toEqual({ active: false });
  });

  it("gets successors with a full refresh token lifetime", async () => {
    await db().refreshToken.update({
      where: { tokenHash: storedHash(first) },
      data: { expiresAt: new Date(Date.now() + 5_000) },
    });
    const { expiresAt } = await rowOf(await succeed(first));
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 31_000_000_000);
  });

  it("keeps in the successor the scopes that a narrower refresh omitted", async () => {
    const narrow = await refresh(installation, first, { scope: "company/orders/read" });
    const wide = await refresh(installation, textOf(narrow.body.refresh_token));
    expect(wide.body.scope).toBe("company/orders/read,company/products/read");
  });

  it("gets the same one again once rotation is switched off", async () => {
    const { clientId } = installation.client;
    await db().client.update({ where: { clientId }, data: { refreshRotation: "none" } });
    expect(await succeed(first)).toBe(first);
  });
});

describe("security 41: a replaced refresh token after its grace period", () => {
  it("is rejected, and its whole family is revoked", async () => {
    const second = await succeed(first);
    const { body } = await refresh(installation, second);
    await passGraceOf(first);
    // Also when the client no longer rotates.
    const { clientId } = installation.client;
    await db().client.update({ where: { clientId }, data: { refreshRotation: "none" } });
    const denied = await refresh(installation, first);
    expectRejected(denied);
    expect(denied.body.message).toMatch(/replaced by a newer one/);
    expect(await liveTokens()).toBe(0);
    expect((await callProducts(textOf(body.access_token))).status).toBe(401);
    expectRejected(await refresh(installation, textOf(body.refresh_token)));
    const answer = await introspect(installation.client, textOf(body.refresh_token));
    expect(answer.body).toEqual({ active: false });
  });

  it("also revokes successors that are being created at the same time", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { body } = await exchange("offline", installation, await mintCode(installation));
      const second = await succeed(textOf(body.refresh_token));
      const third = await succeed(second);
      await passGraceOf(textOf(body.refresh_token));
      const racing = await Promise.all([
        refresh(installation, third),
        refresh(installation, textOf(body.refresh_token)),
        refresh(installation, third),
        refresh(installation, second),
      ]);
      const successes = racing.filter(({ status }) => status === 200);
      expect(racing.every(({ status }) => status === 200 || status === 400)).toBe(true);
      for (const { body: issued } of successes) {
        expect((await callProducts(textOf(issued.access_token))).status).toBe(401);
        expectRejected(await refresh(installation, textOf(issued.refresh_token)));
      }
    }
  });
});
