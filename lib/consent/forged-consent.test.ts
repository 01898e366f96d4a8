import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";
import { mintCompanyMember } from "@/test/factories/mint";
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
  it.each<[string, () => string | Promise<string>]>([
    ["without a CSRF token", () => ""],
    ["with a made-up CSRF token", () => "0123456789"],
    [
      "with the CSRF token of another request",
      async () => csrfToken(await requestConsent(extension, { state: "b" }), extension.seller),
    ],
    [
      "with the CSRF token of another session",
      async () => csrfToken(id, await mintCompanyMember(extension.companyId, "admin")),
    ],
  ])("is rejected with 403 and grants nothing %s", async (_what, token) => {
    const form = { csrf_token: await token() };
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
});
