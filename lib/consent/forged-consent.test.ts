import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import { mintCompanyMember } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintExtension } from "@/test/factories/mint-installation";
import { mintSession } from "@/test/factories/mint-scene";
import { callAuthorize } from "@/test/requests/call-authorize";
import {
  addressAfterAllow,
  csrfToken,
  pressConsent,
  requestConsent,
} from "@/test/requests/call-consent";

let extension: Awaited<ReturnType<typeof mintExtension>>;
let id: string;

beforeEach(async () => {
  extension = await mintExtension();
  id = await requestConsent(extension);
});

async function expectNothingGranted(): Promise<void> {
  const { clientId } = extension.client;
  expect(await db().grant.count({ where: { clientId } })).toBe(0);
  expect(await db().authorizationCode.count({ where: { clientId } })).toBe(0);
}

describe("security 18: a forged form", () => {
  it.each([
    ["without a CSRF token", ""],
    ["with a made-up CSRF token", "0123456789"],
  ])("is rejected with 403 and grants nothing %s", async (_what, token) => {
    expect((await pressConsent(id, extension.seller, { csrf_token: token })).status).toBe(403);
    await expectNothingGranted();
  });

  it("is rejected with 403 and grants nothing with the CSRF token of another request", async () => {
    const otherRequest = await requestConsent(extension, { state: "another" });
    const form = { csrf_token: csrfToken(otherRequest, extension.seller) };
    expect((await pressConsent(id, extension.seller, form)).status).toBe(403);
    await expectNothingGranted();
  });

  it("is rejected with 403 and grants nothing with the CSRF token of another session", async () => {
    const admin = await mintCompanyMember(extension.companyId, "admin");
    const form = { csrf_token: csrfToken(id, admin) };
    expect((await pressConsent(id, extension.seller, form)).status).toBe(403);
    await expectNothingGranted();
  });

  it.each(["https://evil.test", "null", "http://127.0.0.1:3001", "http://localhost:3000"])(
    "is rejected with 403 and grants nothing from the origin %s",
    async (origin) => {
      expect((await pressConsent(id, extension.seller, {}, { origin })).status).toBe(403);
      await expectNothingGranted();
    },
  );
});

describe("security 20: the form cannot change the stored request", () => {
  it("ignores scopes, client, and redirect_uri in the form", async () => {
    const response = await pressConsent(id, extension.seller, {
      scope: "company/legal/write",
      scopes: "company/legal/write",
      client_id: "0123456789abcdef01234567",
      redirect_uri: "https://evil.test/",
    });
    expect((await addressAfterAllow(response)).host).toBe("shipfast.example.com");
    const { clientId } = extension.client;
    const grant = await db().grant.findFirstOrThrow({ where: { clientId } });
    expect(grant.scopes).not.toContain("company/legal/write");
  });

  it("returns 400 for a decision other than allow or deny", async () => {
    expect((await pressConsent(id, extension.seller, { decision: "maybe" })).status).toBe(400);
    await expectNothingGranted();
  });
});

describe("security 21: a request is decided once", () => {
  it("issues no second code for a second press and continues without a page", async () => {
    expect((await pressConsent(id, extension.seller)).status).toBe(200);
    const second = await pressConsent(id, extension.seller);
    expect(second.status).toBe(409);
    expect(await second.text()).toContain("/oauth/authorize?");
    const { clientId } = extension.client;
    expect(await db().authorizationCode.count({ where: { clientId } })).toBe(1);
    expect((await callAuthorize(extension)).headers.get("location")).toContain("code=");
  });

  it("issues one code for 20 concurrent presses without an error", async () => {
    const presses = Array.from({ length: 20 }, () => pressConsent(id, extension.seller));
    const statuses = (await Promise.all(presses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    const { clientId } = extension.client;
    expect(await db().authorizationCode.count({ where: { clientId } })).toBe(1);
  });

  it("leaves one grant when two people allow two first requests at once", async () => {
    const admin = await mintCompanyMember(extension.companyId, "admin");
    const otherRequest = await requestConsent(extension, {}, admin);
    const answers = await Promise.all([
      pressConsent(id, extension.seller),
      pressConsent(otherRequest, admin),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { clientId } = extension.client;
    expect(await db().grant.count({ where: { clientId } })).toBe(1);
  });
});

describe("security 22: only the person who asked can decide, while signed in", () => {
  it("the form leads to sign-in and grants nothing after sign-out", async () => {
    const { seller } = extension;
    await db().userSession.updateMany({
      where: { userId: seller.userId },
      data: { endedAt: new Date() },
    });
    const response = await pressConsent(id, seller);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(signInHref(`/consent/${id}`));
    await expectNothingGranted();
  });

  it("an answer after signing in again leads to the request, which still waits", async () => {
    const { seller } = extension;
    const sessionId = await mintSession(seller.userId);
    const again = { ...seller, cookie: `${sessionCookieName()}=${signSessionId(sessionId)}` };
    const response = await pressConsent(id, again, { csrf_token: csrfToken(id, seller) });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`/consent/${id}?again=1`);
    await expectNothingGranted();
    expect((await pressConsent(id, again)).status).toBe(200);
  });

  it("another owner of the same company cannot decide", async () => {
    const other = await mintCompanyMember(extension.companyId, "owner");
    expect((await pressConsent(id, other)).status).toBe(404);
    await expectNothingGranted();
  });
});

describe("a request that can no longer be decided", () => {
  it("expires after 15 minutes", async () => {
    const row = await db().authorizationRequest.findUniqueOrThrow({ where: { id } });
    const seconds = (row.expiresAt.getTime() - row.createdAt.getTime()) / 1000;
    expect(Math.round(seconds)).toBe(900);
    await db().authorizationRequest.update({ where: { id }, data: { expiresAt: aMinuteAgo() } });
    expect((await pressConsent(id, extension.seller)).status).toBe(409);
    await expectNothingGranted();
  });

  it.each([
    ["security 24: the client was deactivated", { isActive: false }],
    ["the client was deleted", { deletedAt: new Date() }],
    ["the client lost a requested scope", { scopes: ["company/orders/read"] }],
  ])(
    "is rejected without effect when this happens after the page was opened: %s",
    async (_what, data) => {
      const { clientId } = extension.client;
      await db().client.update({ where: { clientId }, data });
      expect((await pressConsent(id, extension.seller)).status).toBe(401);
      await expectNothingGranted();
      const row = await db().authorizationRequest.findUniqueOrThrow({ where: { id } });
      expect(row.decision).toBeNull();
    },
  );

  it("returns 404 for a malformed id", async () => {
    expect((await pressConsent("made-up", extension.seller)).status).toBe(404);
  });
});
