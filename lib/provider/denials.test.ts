import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import { log } from "@/lib/kernel/log";
import { completeSignIn } from "@/lib/provider/complete-sign-in";
import { backchannelLogout } from "@/lib/provider/logout/backchannel-logout";
import { mintOrganization, mintUser } from "@/test/factories/mint";
import { forgetProvider } from "@/test/process/provider/forget-provider";
import {
  serveProvider,
  type TestProvider,
  type TokenChange,
} from "@/test/process/provider/serve-provider";
import { configureTestEnv, TEST_VARIABLES } from "@/test/process/test-env";
import { requireStoredSession, storedSession } from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  problemOf,
  signInAtProvider,
  start,
  walkToCallback,
} from "@/test/requests/sign-in-at-provider";

const CLAIMS = {
  OIDC_COMPANIES_CLAIM: "companies",
  OIDC_ORGANIZATIONS_CLAIM: "organizations",
  OIDC_OPERATORS_CLAIM: "latchkey",
};
const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

let provider: TestProvider;

beforeAll(async () => {
  provider = await serveProvider(TEST_VARIABLES.BASE_URL);
});

beforeEach(() => {
  log().level = configureTestEnv({ ...provider.env, ...CLAIMS }).logLevel;
});

afterEach(() => {
  provider.change = null;
  provider.publishedKeys = null;
  provider.faults.clear();
  forgetProvider();
});

afterAll(() => provider.close());

const now = () => Math.floor(Date.now() / 1000);
const other = await generateKeyPair("RS256");
const symmetric = new TextEncoder().encode("a-secret-that-only-tests-use".padEnd(32, "."));

describe("security 69: no session for an ID token", () => {
  it.each<[string, string, () => TokenChange]>([
    ["of another issuer", "provider_token", () => ({ claims: { iss: "https://evil.example" } })],
    ["for another client", "provider_token", () => ({ claims: { aud: "someone-else" } })],
    [
      "for several clients without azp",
      "provider_token",
      () => ({ claims: { aud: ["latchkey", "someone-else"] } }),
    ],
    [
      "authorized for another client",
      "provider_token",
      () => ({ claims: { azp: "someone-else" } }),
    ],
    ["with another nonce", "provider_token", () => ({ claims: { nonce: "another" } })],
    ["without a nonce", "provider_token", () => ({ claims: { nonce: undefined } })],
    ["that has expired", "provider_clock", () => ({ claims: { exp: now() - 60 } })],
    ["that is not valid yet", "provider_clock", () => ({ claims: { nbf: now() + 60 } })],
    ["issued in the future", "provider_clock", () => ({ claims: { iat: now() + 60 } })],
    ["without a signature", "provider_token", () => ({ header: { alg: "none" } })],
    [
      "signed with the client's secret",
      "provider_token",
      () => ({ header: { alg: "HS256" }, key: symmetric }),
    ],
    ["signed by another key with the same id", "provider_token", () => ({ key: other.privateKey })],
    ["of an unknown key", "provider_token", () => ({ header: { kid: "rotated-out" } })],
  ])("is opened with one %s", async (_, problem, change) => {
    provider.change = change();
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub: newId() });
    expect(problemOf(response)).toMatchObject({ error: problem });
    expect(await storedSession(browser)).toBeNull();
  });

  it("signed by a key that the provider no longer publishes", async () => {
    expect(problemOf(await signInAtProvider(newBrowser(), { sub: newId() }))).toBeNull();
    provider.publishedKeys = [];
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub: newId() });
    expect(problemOf(response)).toMatchObject({ error: "provider_token" });
    expect(await storedSession(browser)).toBeNull();
  });
});

describe("security 70: no session for a response", () => {
  it.each([
    ["without a state", (address: URL) => address.searchParams.delete("state")],
    ["with another state", (address: URL) => address.searchParams.set("state", "another")],
    ["without a code", (address: URL) => address.searchParams.delete("code")],
    [
      "with an ID token instead of a code",
      (address: URL) => {
        address.searchParams.delete("code");
        address.searchParams.set("id_token", "eyJhbGciOiJub25lIn0.e30.");
      },
    ],
    [
      "of another issuer",
      (address: URL) => address.searchParams.set("iss", "https://evil.example"),
    ],
    ["without the issuer", (address: URL) => address.searchParams.delete("iss")],
  ])("is opened for one %s", async (_, change) => {
    const browser = newBrowser();
    const address = new URL(await walkToCallback(browser, { sub: newId() }));
    change(address);
    const response = await openCallback(browser, address.href);
    expect(problemOf(response)?.error).toMatch(/^provider_(state|token)$/);
    expect(await storedSession(browser)).toBeNull();
  });

  it("opened in another browser, which has no cookie of the attempt", async () => {
    const address = await walkToCallback(newBrowser(), { sub: newId() });
    const victim = newBrowser();
    expect(problemOf(await openCallback(victim, address))).toMatchObject({
      error: "provider_state",
    });
    expect(await storedSession(victim)).toBeNull();
  });

  it("opened in another browser with an attempt of its own", async () => {
    const address = new URL(await walkToCallback(newBrowser(), { sub: newId() }));
    const victim = newBrowser();
    const own = new URL(await walkToCallback(victim, { sub: newId() }));
    // The code of the one with the state of the other: its PKCE verifier does not fit.
    address.searchParams.set("state", own.searchParams.get("state") ?? "");
    expect(problemOf(await openCallback(victim, address.href))).toMatchObject({
      error: "provider_error",
    });
    expect(await storedSession(victim)).toBeNull();
  });

  it("opened twice, even with a copy of the attempt's cookie", async () => {
    const browser = newBrowser();
    const address = await walkToCallback(browser, { sub: newId() });
    const thief = { here: browser.here.copy(), there: browser.there.copy() };
    expect(problemOf(await openCallback(browser, address))).toBeNull();
    expect(problemOf(await openCallback(browser, address))).toMatchObject({
      error: "provider_state",
    });
    expect(problemOf(await openCallback(thief, address))).not.toBeNull();
    expect(await storedSession(thief)).toBeNull();
  });
});

describe("security 70: a state", () => {
  it("opens one session, even if the provider accepts its code again", async () => {
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

it("a sub that is our id of another person opens no session, because it would name both", async () => {
  const { userId: sub } = await mintUser();
  const response = await signInAtProvider(newBrowser(), { sub });
  expect(problemOf(response)).toMatchObject({ error: "provider_subject" });
  expect(await db().user.count({ where: { externalId: sub } })).toBe(0);
});

describe("security 71: an e-mail address equal to another account's", () => {
  it.each([true, false, undefined])(
    "never links to it, with email_verified %s",
    async (verified) => {
      const { userId, email } = await mintUser();
      const sub = newId();
      provider.accounts.set(sub, { claims: { email, email_verified: verified } });
      const browser = newBrowser();
      await signInAtProvider(browser, { sub });
      const { user } = await requireStoredSession(browser);
      expect(user.id).not.toBe(userId);
      expect(user).toMatchObject({ externalId: sub, email, passwordHash: null });
      const account = await db().user.findUniqueOrThrow({ where: { id: userId } });
      expect(account).toMatchObject({ externalId: null, email });
    },
  );

  it("never links to it when a known person's address changes to it", async () => {
    const { userId, email } = await mintUser();
    const sub = newId();
    provider.accounts.set(sub, { claims: { email: `${sub}@example.com` } });
    await signInAtProvider(newBrowser(), { sub });
    provider.accounts.set(sub, { claims: { email } });
    const browser = newBrowser();
    await signInAtProvider(browser, { sub });
    const { user } = await requireStoredSession(browser);
    expect(user).toMatchObject({ externalId: sub, email });
    expect(user.id).not.toBe(userId);
  });

  it("never changes the address of an account with a password that is linked to the provider", async () => {
    const { userId, email } = await mintUser();
    const sub = newId();
    await db().user.update({ where: { id: userId }, data: { externalId: sub } });
    provider.accounts.set(sub, { claims: { email: `${sub}@example.com`, given_name: "Eve" } });
    const browser = newBrowser();
    await signInAtProvider(browser, { sub });
    const { user } = await requireStoredSession(browser);
    expect(user).toMatchObject({ id: userId, email, firstName: "Asha" });
  });
});

describe("security 72: claims", () => {
  const many = Array.from({ length: 501 }, (_, index) => ({ id: index + 1, role: "staff" }));

  it.each<[string, Record<string, unknown>, { claim: string; fault: string }]>([
    ["a text for companies", { companies: "42" }, { claim: "companies", fault: "malformed" }],
    [
      "an object for companies",
      { companies: { id: 1 } },
      { claim: "companies", fault: "malformed" },
    ],
    ["ids without roles", { companies: [1, 2] }, { claim: "companies", fault: "malformed" }],
    [
      "a company id of 0",
      { companies: [{ id: 0, role: "staff" }] },
      { claim: "companies", fault: "malformed" },
    ],
    [
      "a company id beyond 2^53-1",
      { companies: [{ id: 2 ** 53, role: "staff" }] },
      { claim: "companies", fault: "malformed" },
    ],
    [
      "SQL in a company id",
      { companies: [{ id: "1; DROP TABLE users", role: "staff" }] },
      { claim: "companies", fault: "malformed" },
    ],
    ["501 companies", { companies: many }, { claim: "companies", fault: "too_many" }],
    [
      "a company twice",
      {
        companies: [
          { id: 1, role: "staff" },
          { id: 1, role: "owner" },
        ],
      },
      { claim: "companies", fault: "repeated" },
    ],
    [
      "an organization id with a slash",
      { organizations: [{ id: "a/b", role: "owner" }] },
      { claim: "organizations", fault: "malformed" },
    ],
    ["a number for operators", { latchkey: 1 }, { claim: "operators", fault: "malformed" }],
  ])("open no session, and a page says why: %s", async (_, claims, expected) => {
    const sub = newId();
    provider.accounts.set(sub, { claims });
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub });
    expect(problemOf(response)).toMatchObject({ error: "provider_claims", ...expected });
    expect(await storedSession(browser)).toBeNull();
    expect(await db().user.findUnique({ where: { externalId: sub } })).toBeNull();
  });

  it("are ignored, and shown, for unknown and closed companies, unknown organizations, and unknown roles", async () => {
    const { companyId, organizationId } = await mintOrganization();
    const closed = await db().company.create({ data: { name: "Closed", status: "closed" } });
    const sub = newId();
    provider.accounts.set(sub, {
      claims: {
        companies: [
          { id: 7_000_000_000_001, role: "owner" },
          { id: closed.id, role: "owner" },
          { id: companyId, role: "emperor" },
        ],
        organizations: [
          { id: "nowhere", role: "owner" },
          { id: organizationId, role: "staff" },
        ],
      },
    });
    const browser = newBrowser();
    await signInAtProvider(browser, { sub });
    const { user, providerSession } = await requireStoredSession(browser);
    expect([user.companyMembers, user.organizationMembers]).toEqual([[], []]);
    expect(providerSession?.ignoredClaims).toEqual([
      "company:7000000000001",
      `company:${closed.id}`,
      `company:${companyId}`,
      "organization:nowhere",
      `organization:${organizationId}`,
    ]);
  });

  it.each(["directory", "local"] as const)(
    "neither change nor end a membership that is %s",
    async (source) => {
      const { companyId, organizationId } = await mintOrganization();
      const sub = newId();
      await db().user.create({
        data: {
          id: newId(),
          externalId: sub,
          firstName: "Mira",
          lastName: "Sen",
          companyMembers: { create: { companyId, role: "staff", source } },
          organizationMembers: { create: { organizationId, role: "auditor", source } },
        },
      });
      for (const claims of [
        {
          companies: [{ id: companyId, role: "owner" }],
          organizations: [{ id: organizationId, role: "owner" }],
        },
        {},
      ]) {
        provider.accounts.set(sub, { claims });
        const browser = newBrowser();
        await signInAtProvider(browser, { sub });
        const { user } = await requireStoredSession(browser);
        expect(user.companyMembers).toMatchObject([{ companyId, role: "staff", source }]);
        expect(user.organizationMembers).toMatchObject([
          { organizationId, role: "auditor", source },
        ]);
      }
    },
  );

  it("neither give nor end an operator's role that came from elsewhere", async () => {
    const sub = newId();
    await db().user.create({
      data: {
        id: newId(),
        externalId: sub,
        firstName: "Mira",
        lastName: "Sen",
        operatorRole: "support",
        operatorSource: "local",
      },
    });
    for (const latchkey of ["operator", undefined]) {
      provider.accounts.set(sub, { claims: { latchkey } });
      const browser = newBrowser();
      await signInAtProvider(browser, { sub });
      const { user } = await requireStoredSession(browser);
      expect(user).toMatchObject({ operatorRole: "support", operatorSource: "local" });
    }
  });
});

describe("security 73: a logout token", () => {
  const logOut = (token: string) =>
    backchannelLogout(
      new Request(`${TEST_VARIABLES.BASE_URL}/api/auth/backchannel-logout`, {
        method: "POST",
        body: new URLSearchParams({ logout_token: token }),
      }),
    );

  const claimsFor = (sub: string) => ({
    iss: provider.issuer,
    aud: provider.clientId,
    iat: now(),
    exp: now() + 120,
    jti: newId(),
    events: EVENTS,
    sub,
  });

  async function signedIn() {
    const sub = newId();
    const browser = newBrowser();
    await signInAtProvider(browser, { sub });
    return { sub, browser };
  }

  it.each<[string, Record<string, unknown>]>([
    ["for another client", { aud: "someone-else" }],
    ["of another issuer", { iss: "https://evil.example" }],
    ["with a nonce", { nonce: "a" }],
    ["without sid and sub", { sub: undefined }],
    ["without a jti", { jti: undefined }],
    ["without events", { events: undefined }],
    ["of another event", { events: { "http://schemas.openid.net/event/other": {} } }],
    ["that has expired", { exp: now() - 60 }],
    ["issued an hour ago", { iat: now() - 3600 }],
    ["issued in the future", { iat: now() + 3600 }],
  ])("is rejected and ends nothing: %s", async (_, change) => {
    const { sub, browser } = await signedIn();
    const claims = Object.entries({ ...claimsFor(sub), ...change });
    const response = await logOut(
      await provider.sign(Object.fromEntries(claims.filter(([, value]) => value !== undefined))),
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
    expect(await requireStoredSession(browser)).toMatchObject({ endedAt: null });
  });

  it("is rejected and ends nothing: signed by another key, unsigned, or no token at all", async () => {
    const { sub, browser } = await signedIn();
    const forged = await new SignJWT(claimsFor(sub))
      .setProtectedHeader({ alg: "RS256", kid: "present" })
      .sign(other.privateKey);
    for (const token of [forged, new UnsecuredJWT(claimsFor(sub)).encode(), "a.b.c", ""]) {
      expect((await logOut(token)).status).toBe(400);
    }
    expect(await requireStoredSession(browser)).toMatchObject({ endedAt: null });
  });

  it("ends the sessions of its sub, and is rejected the second time", async () => {
    const { sub, browser } = await signedIn();
    const bystander = await signedIn();
    const token = await provider.sign(claimsFor(sub));
    expect((await logOut(token)).status).toBe(200);
    expect((await requireStoredSession(browser)).endedAt).not.toBeNull();
    expect(await requireStoredSession(bystander.browser)).toMatchObject({ endedAt: null });
    const again = newBrowser();
    await signInAtProvider(again, { sub });
    expect((await logOut(token)).status).toBe(400);
    expect(await requireStoredSession(again)).toMatchObject({ endedAt: null });
  });

  it("works once among many parallel uses", async () => {
    const { sub } = await signedIn();
    const token = await provider.sign(claimsFor(sub));
    const responses = await Promise.all(Array.from({ length: 8 }, () => logOut(token)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
  });
});

/** Much longer than the deadlines, for busy machines; without a deadline, or one by one, it would take a minute. */
const IN_TIME_MS = 30_000;

describe("security 74: a page explains a provider", () => {
  it.each([
    ["discovery", "down", "provider_down"],
    ["discovery", "slow", "provider_slow"],
    ["discovery", "html", "provider_answer"],
    ["discovery", "redirect_to_itself", "provider_answer"],
  ] as const)("whose %s is %s", async (place, fault, problem) => {
    provider.faults.set(place, fault);
    const began = performance.now();
    const response = await start(newBrowser(), "return_to=%2Fdocs");
    expect(problemOf(response)).toMatchObject({ error: problem, return_to: "/docs" });
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
  });

  it.each([
    ["token", "down", "provider_down"],
    ["token", "slow", "provider_slow"],
    ["token", "html", "provider_answer"],
    ["token", "redirect_to_itself", "provider_answer"],
    ["jwks", "down", "provider_down"],
    ["jwks", "slow", "provider_slow"],
    ["jwks", "html", "provider_answer"],
    ["jwks", "redirect_to_itself", "provider_answer"],
  ] as const)("whose %s endpoint is %s", async (place, fault, problem) => {
    const browser = newBrowser();
    const address = await walkToCallback(browser, { sub: newId(), query: "return_to=%2Fdocs" });
    provider.faults.set(place, fault);
    const began = performance.now();
    const response = await openCallback(browser, address);
    expect(problemOf(response)).toMatchObject({ error: problem, return_to: "/docs" });
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
    expect(await storedSession(browser)).toBeNull();
  });

  it("that nobody serves, and one with another issuer", async () => {
    const { issuer } = provider;
    configureTestEnv({ ...provider.env, OIDC_ISSUER: "http://127.0.0.1:1" });
    expect(problemOf(await start(newBrowser()))).toMatchObject({ error: "provider_down" });
    configureTestEnv({ ...provider.env, OIDC_ISSUER: `${issuer}/` });
    expect(problemOf(await start(newBrowser()))).toMatchObject({ error: "provider_settings" });
  });

  it("that does not accept the client's secret", async () => {
    configureTestEnv({ ...provider.env, OIDC_CLIENT_SECRET: "wrong" });
    const response = await signInAtProvider(newBrowser(), { sub: newId() });
    expect(problemOf(response)).toMatchObject({ error: "provider_settings" });
  });

  it("and delays parallel requests together, not one after the other", async () => {
    provider.faults.set("discovery", "slow");
    const began = performance.now();
    const responses = await Promise.all(Array.from({ length: 20 }, () => start(newBrowser())));
    for (const response of responses) {
      expect(problemOf(response)).toMatchObject({ error: "provider_slow" });
    }
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
  });
});

describe("security 75: a deactivated person", () => {
  it("gets no session while they are signed in at the provider, and a page says why", async () => {
    const sub = newId();
    const browser = newBrowser();
    await signInAtProvider(browser, { sub });
    const { userId } = await requireStoredSession(browser);
    await db().user.update({ where: { id: userId }, data: { deactivatedAt: new Date() } });
    for (const query of ["", "silent=1"]) {
      const again = { here: newBrowser().here, there: browser.there };
      const response = await signInAtProvider(again, { sub, query });
      expect(problemOf(response)).toMatchObject({ error: "provider_deactivated" });
      expect(await storedSession(again)).toBeNull();
    }
    expect(await db().userSession.count({ where: { userId } })).toBe(1);
  });
});
