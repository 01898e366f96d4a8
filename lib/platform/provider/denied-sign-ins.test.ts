import { generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { completeSignIn } from "@/lib/platform/provider/complete-sign-in";
import { mintUser } from "@/test/factories/mint";
import type { TokenChange } from "@/test/process/provider/serve-provider";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import {
  expectNoSession,
  requireStoredSession,
  signInNewly,
  storedSession,
} from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  problemOf,
  walkToCallback,
} from "@/test/requests/sign-in-at-provider";

const provider = providerScene(CLAIMS);

const now = () => Math.floor(Date.now() / 1000);
const otherKeyPair = await generateKeyPair("RS256");
const symmetric = new TextEncoder().encode("a-secret-that-only-tests-use".padEnd(32, "."));

describe("security 69: no session is opened for an ID token", () => {
  it.each<[string, TokenChange]>([
    ["of another issuer", { claims: { iss: "https://evil.example" } }],
    ["for another client", { claims: { aud: "someone-else" } }],
    ["for several clients without azp", { claims: { aud: ["latchkey", "someone-else"] } }],
    ["authorized for another client", { claims: { azp: "someone-else" } }],
    ["with another nonce", { claims: { nonce: "another" } }],
    ["without a nonce", { claims: { nonce: undefined } }],
    ["whose sub is a number", { claims: { sub: 4711 } }],
    ["without a signature", { header: { alg: "none" } }],
    ["signed with the client's secret", { header: { alg: "HS256" }, key: symmetric }],
    ["signed by another key with the same id", { key: otherKeyPair.privateKey }],
    ["of an unknown key", { header: { kid: "rotated-out" } }],
  ])("%s", async (_what, change) => {
    provider().change = change;
    const { browser, response } = await signInNewly();
    await expectNoSession(browser, response, { error: "provider_token" });
  });

  it.each([
    ["that has expired", () => ({ exp: now() - 60 })],
    ["that is not valid yet", () => ({ nbf: now() + 60 })],
    ["issued in the future", () => ({ iat: now() + 60 })],
  ])("%s", async (_what, claims) => {
    provider().change = { claims: claims() };
    const { browser, response } = await signInNewly();
    await expectNoSession(browser, response, { error: "provider_clock" });
  });

  it("signed by a key that the provider no longer publishes", async () => {
    expect(problemOf((await signInNewly()).response)).toBeNull();
    provider().publishedKeys = [];
    const { browser, response } = await signInNewly();
    await expectNoSession(browser, response, { error: "provider_token" });
  });

  it("whose sub is another person's user id, because it would identify both", async () => {
    const { userId: sub } = await mintUser();
    const { browser, response } = await signInNewly(sub);
    await expectNoSession(browser, response, { error: "provider_subject" });
    expect(await db().user.count({ where: { externalId: sub } })).toBe(0);
  });
});

describe("security 70: no session is opened for a response", () => {
  it.each<[string, (sent: URLSearchParams) => void]>([
    ["without a state", (sent) => sent.delete("state")],
    ["with another state", (sent) => sent.set("state", "another")],
    ["without a code", (sent) => sent.delete("code")],
    [
      "with an ID token instead of a code",
      (sent) => {
        sent.delete("code");
        sent.set("id_token", "eyJhbGciOiJub25lIn0.e30.");
      },
    ],
    ["of another issuer", (sent) => sent.set("iss", "https://evil.example")],
    ["without the issuer", (sent) => sent.delete("iss")],
  ])("%s", async (_what, change) => {
    const browser = newBrowser();
    const address = new URL(await walkToCallback(browser, { sub: newId() }));
    change(address.searchParams);
    const error = expect.stringMatching(/^provider_(state|token)$/);
    await expectNoSession(browser, await openCallback(browser, address.href), { error });
  });

  it("in another browser, which has no cookie of the attempt", async () => {
    const address = await walkToCallback(newBrowser(), { sub: newId() });
    const victim = newBrowser();
    const response = await openCallback(victim, address);
    await expectNoSession(victim, response, { error: "provider_state" });
  });

  it("in another browser with an attempt of its own", async () => {
    const address = new URL(await walkToCallback(newBrowser(), { sub: newId() }));
    const victim = newBrowser();
    const ownCallback = new URL(await walkToCallback(victim, { sub: newId() }));
    // The code of the one with the state of the other: its PKCE verifier does not fit.
    address.searchParams.set("state", ownCallback.searchParams.get("state") ?? "");
    const response = await openCallback(victim, address.href);
    await expectNoSession(victim, response, { error: "provider_error" });
  });

  it("a second time, even with a copy of the attempt's cookie", async () => {
    const browser = newBrowser();
    const address = await walkToCallback(browser, { sub: newId() });
    const thief = { here: browser.here.copy(), there: browser.there.copy() };
    const problemAt = async (by: typeof browser) => problemOf(await openCallback(by, address));
    expect(await problemAt(browser)).toBeNull();
    expect(await problemAt(browser)).toMatchObject({ error: "provider_state" });
    expect(await problemAt(thief)).not.toBeNull();
    expect(await storedSession(thief)).toBeNull();
  });

  it("whose state was used, even if the provider accepts its code again", async () => {
    const answer = { claims: { sub: newId() }, idToken: "a.b.c", state: newId(), isFresh: false };
    const info = { requestId: newId(), ipAddress: null, userAgent: null };
    const attempts = Array.from({ length: 6 }, () => completeSignIn(answer, info));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(completeSignIn(answer, info)).rejects.toMatchObject({ problem: "provider_state" });
    const where = { user: { externalId: answer.claims.sub } };
    expect(await db().userSession.count({ where })).toBe(1);
  });
});

describe("security 72: no session is opened for claims", () => {
  const many = Array.from({ length: 501 }, (_, index) => ({ id: index + 1, role: "staff" }));
  const ofCompany = (id: unknown) => ({ companies: [{ id, role: "staff" }] });
  const twice = [
    { id: 1, role: "staff" },
    { id: 1, role: "owner" },
  ];

  it.each<[string, string, Record<string, unknown>]>([
    ["text for companies", "malformed", { companies: "42" }],
    ["an object for companies", "malformed", { companies: { id: 1 } }],
    ["ids without roles", "malformed", { companies: [1, 2] }],
    ["a company id of 0", "malformed", ofCompany(0)],
    ["a company id beyond 2^53-1", "malformed", ofCompany(2 ** 53)],
    ["SQL in a company id", "malformed", ofCompany("1; DROP TABLE users")],
    ["501 companies", "too_many", { companies: many }],
    ["a company twice", "repeated", { companies: twice }],
    [
      "an organization id with a slash",
      "malformed",
      { organizations: [{ id: "a/b", role: "owner" }] },
    ],
    ["a number for operators", "malformed", { latchkey: 1 }],
  ])("with %s, and a page says why", async (_what, fault, claims) => {
    const sub = newId();
    provider().accounts.set(sub, { claims });
    const { browser, response } = await signInNewly(sub);
    const [name = ""] = Object.keys(claims);
    const claim = name === "latchkey" ? "operators" : name;
    await expectNoSession(browser, response, { error: "provider_claims", claim, fault });
    expect(await db().user.findUnique({ where: { externalId: sub } })).toBeNull();
  });
});

describe("security 75: a deactivated person", () => {
  it("gets no session even when signed in at the provider, and a page that explains why", async () => {
    const { browser, sub } = await signInNewly();
    const { userId } = await requireStoredSession(browser);
    await db().user.update({ where: { externalId: sub }, data: { deactivatedAt: new Date() } });
    for (const query of ["", "silent=1"]) {
      const again = await signInNewly(sub, query, browser.there);
      await expectNoSession(again.browser, again.response, { error: "provider_deactivated" });
    }
    expect(await db().userSession.count({ where: { userId } })).toBe(1);
  });
});
