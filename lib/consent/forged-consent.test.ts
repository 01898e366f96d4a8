import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";
import { mintCompanyMember } from "@/test/factories/mint";
import { mintExtension } from "@/test/factories/mint-installation";
import { mintSession } from "@/test/factories/mint-scene";
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

it.each<[string, () => string | Promise<string>]>([
  ["no CSRF token", () => ""],
  ["a made-up CSRF token", () => "0123456789"],
  [
    "the CSRF token of another request",
    async () => csrfToken(await requestConsent(extension, { state: "b" }), extension.seller),
  ],
  [
    "the CSRF token of another session",
    async () => csrfToken(id, await mintCompanyMember(extension.companyId, "admin")),
  ],
])("security 18: a form with %s is rejected with 403 and grants nothing", async (_what, token) => {
  const form = { csrf_token: await token() };
  expect((await pressConsent(id, extension.seller, form)).status).toBe(403);
  await expectNothingGranted();
});

it.each(["https://evil.test", "null", "http://127.0.0.1:3001", "http://localhost:3000"])(
  "security 18: a form of the origin %s is rejected with 403 and grants nothing",
  async (origin) => {
    expect((await pressConsent(id, extension.seller, {}, { origin })).status).toBe(403);
    await expectNothingGranted();
  },
);

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

it("security 21: 20 concurrent presses issue one code, without an error", async () => {
  const presses = Array.from({ length: 20 }, () => pressConsent(id, extension.seller));
  const statuses = (await Promise.all(presses)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(409)]);
  const { clientId } = extension.client;
  expect(await db().authorizationCode.count({ where: { clientId } })).toBe(1);
});

it("security 22: an answer after signing in again leads to the request, which still waits", async () => {
  const { seller } = extension;
  const sessionId = await mintSession(seller.userId);
  const again = { ...seller, cookie: `${sessionCookieName()}=${signSessionId(sessionId)}` };
  const response = await pressConsent(id, again, { csrf_token: csrfToken(id, seller) });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(`/consent/${id}?again=1`);
  await expectNothingGranted();
  expect((await pressConsent(id, again)).status).toBe(200);
});
