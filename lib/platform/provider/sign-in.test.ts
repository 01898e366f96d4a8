import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { signIn } from "@/lib/identity/sessions/check-password";
import { MINTED_PASSWORD, mintUser } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { configureTestEnv } from "@/test/process/test-env";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import {
  expectNoSession,
  requireStoredSession,
  signInNewly,
  signInWith,
  storedSession,
} from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  problemOf,
  signInAtProvider,
  start,
  walkToCallback,
} from "@/test/requests/sign-in-at-provider";

const provider = providerScene(CLAIMS);

describe("sign-in at the provider", () => {
  it("creates an unknown person by their sub and returns to the requested page", async () => {
    const sub = `person|${newId()}`;
    const claims = { email: "Mira@Example.com", given_name: "Mira", family_name: "Sen" };
    provider().accounts.set(sub, { claims });
    const { browser, response } = await signInNewly(sub, "return_to=%2Fdocs%3Fa%3D1");
    expect(response.headers.get("location")).toBe("/docs?a=1");
    expect(await requireStoredSession(browser)).toMatchObject({
      secondFactorPending: false,
      endedAt: null,
      user: {
        externalId: sub,
        email: "mira@example.com",
        firstName: "Mira",
        lastName: "Sen",
        passwordHash: null,
        operatorRole: null,
      },
    });
  });

  it("security 131: takes a correct name over unchanged, and none that shows nothing", async () => {
    const { user } = await signInWith(provider(), newId(), {
      given_name: "\u2800",
      name: "می\u200cخواهم 👩\u200d👧",
      family_name: "Ra\u202eo\n",
    });
    expect(user).toMatchObject({ firstName: "می\u200cخواهم 👩\u200d👧", lastName: "Rao" });
  });

  it("creates a person once, however many browsers they come from at the same time", async () => {
    const sub = newId();
    const browsers = Array.from({ length: 6 }, newBrowser);
    await Promise.all(browsers.map((browser) => signInAtProvider(browser, { sub })));
    const sessions = await Promise.all(browsers.map(requireStoredSession));
    expect(new Set(sessions.map(({ userId }) => userId)).size).toBe(1);
  });

  it("updates the address and the name of a known person", async () => {
    const sub = newId();
    const old = { email: "old@example.com", given_name: "Mira" };
    const first = await signInWith(provider(), sub, old);
    const change = { email: "New@example.com", family_name: "Rao" };
    const second = await signInWith(provider(), sub, change);
    expect(second.userId).toBe(first.userId);
    const user = { email: "new@example.com", firstName: "Mira", lastName: "Rao" };
    expect(second.user).toMatchObject(user);
  });

  it("keeps several sign-ins apart that one browser has begun", async () => {
    const browser = newBrowser();
    const addresses = new Map<string, string>();
    for (const path of ["/a", "/b", "/c"]) {
      const query = `return_to=${path}`;
      addresses.set(path, await walkToCallback(browser, { sub: newId(), query }));
    }
    for (const [path, address] of addresses) {
      const { headers } = await openCallback(browser, address);
      expect(headers.get("location")).toBe(path);
    }
  });

  it("drops the oldest of many attempts, so that cookies never exceed the limit on headers", async () => {
    const browser = newBrowser();
    for (let attempt = 0; attempt < 8; attempt += 1) await start(browser);
    const cookies = browser.here.headers().cookie ?? "";
    expect(cookies.match(/latchkey\.oidc\./g)).toHaveLength(3);
    expect(cookies.length).toBeLessThan(8_000);
  });

  it("never returns to another site", async () => {
    const { response } = await signInNewly(newId(), "return_to=https%3A%2F%2Fevil.example%2F");
    expect(response.headers.get("location")).toBe("/");
  });

  it("opens no session and reports provider_denied when the person cancels at the provider", async () => {
    const { browser, response } = await signInNewly(null, "return_to=%2Fdocs");
    await expectNoSession(browser, response, { error: "provider_denied", return_to: "/docs" });
  });
});

describe("authorize without a session", () => {
  it("first asks the provider silently, and a person signed in there continues without a page", async () => {
    const installation = await mintInstallation();
    const { companyId } = installation;
    const sent = redirectParameters(await callAuthorize(installation, {}, null));
    expect(sent).toMatchObject({ silent: "1" });

    const sub = newId();
    provider().accounts.set(sub, { claims: { companies: [{ id: companyId, role: "admin" }] } });
    const { there } = (await signInNewly(sub)).browser;
    provider().requested.length = 0;
    const query = String(new URLSearchParams(sent));
    const { browser, response: back } = await signInNewly("unused", query, there);
    expect(provider().requested.some((path) => path.startsWith("/log-in/"))).toBe(false);
    expect(back.headers.get("location")).toBe(sent.return_to);
    const { userId } = await requireStoredSession(browser);
    const person = { userId, email: "", cookie: browser.here.headers().cookie ?? "" };
    const again = redirectParameters(await callAuthorize(installation, {}, person));
    expect(again).toMatchObject({ code: expect.any(String), state: "a state" });
  });

  it("shows our sign-in page, with the request kept, to a person who is not signed in there", async () => {
    provider().requested.length = 0;
    const query = "silent=1&return_to=%2Fauthorize%3Fa%3D1";
    const { browser, response } = await signInNewly("nobody", query);
    expect(response.headers.get("location")).toBe("/sign-in?return_to=%2Fauthorize%3Fa%3D1");
    expect(provider().requested.some((path) => path.startsWith("/log-in/"))).toBe(false);
    expect(await storedSession(browser)).toBeNull();
  });
});

describe("without passwords", () => {
  it("only operators sign in with theirs", async () => {
    const { userId, email } = await mintUser();
    const from = { ipAddress: null, userAgent: null };
    configureTestEnv({ ...provider().env, PASSWORD_SIGN_IN: "0" });
    await expect(signIn(email, MINTED_PASSWORD, from)).rejects.toThrow("Passwords are turned off");
    expect(await signIn(email, "wrong", from)).toBeNull();
    await db().user.update({
      where: { id: userId },
      data: { operatorRole: "support", operatorSource: "local" },
    });
    expect(await signIn(email, MINTED_PASSWORD, from)).toMatchObject({ userId });
  });
});

it("a person who is being erased becomes a new person", async () => {
  const sub = newId();
  const first = await signInWith(provider(), sub, {});
  const browser = newBrowser();
  const address = await walkToCallback(browser, { sub });
  const waiting = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${first.userId} FOR NO KEY UPDATE`;
    const response = openCallback(browser, address);
    await untilBlockedByTransaction(tx);
    const data = { externalId: null, deactivatedAt: new Date() };
    await tx.user.update({ where: { id: first.userId }, data });
    return { response };
  });
  expect(problemOf(await waiting.response)).toBeNull();
  expect((await requireStoredSession(browser)).userId).not.toBe(first.userId);
});

describe("security 71: an email address equal to another account's", () => {
  it.each([true, false, undefined])(
    "never links to it, with email_verified %s, at the first sign-in or a later one",
    async (verified) => {
      const { userId, email } = await mintUser();
      const claims = { email, email_verified: verified };
      const knownSub = newId();
      await signInWith(provider(), knownSub, { email: `${knownSub}@example.com` });
      for (const sub of [newId(), knownSub]) {
        const { user } = await signInWith(provider(), sub, claims);
        expect(user.id).not.toBe(userId);
        expect(user).toMatchObject({ externalId: sub, email, passwordHash: null });
      }
      const account = await db().user.findUniqueOrThrow({ where: { id: userId } });
      expect(account).toMatchObject({ externalId: null, email });
    },
  );

  it("never changes the address of an account with a password that is linked to the provider", async () => {
    const { userId, email } = await mintUser();
    const sub = newId();
    await db().user.update({ where: { id: userId }, data: { externalId: sub } });
    const claims = { email: `${sub}@example.com`, given_name: "Eve" };
    const { user } = await signInWith(provider(), sub, claims);
    expect(user).toMatchObject({ id: userId, email, firstName: "Asha" });
  });
});

describe("security 96: an address at the provider is verified", () => {
  const isVerified = async (sub: string, claims: Record<string, unknown>) =>
    (await signInWith(provider(), sub, claims)).user.emailVerifiedAt !== null;

  it.each([
    [true, true],
    [false, false],
    [undefined, false],
    ["true", false],
    [1, false],
  ])("only if email_verified is true (%s)", async (claim, verified) => {
    const sub = newId();
    const claims = { email: `${sub}@example.com`, email_verified: claim };
    expect(await isVerified(sub, claims)).toBe(verified);
  });

  it("until the provider withdraws it or sends another address", async () => {
    const sub = newId();
    const proved = { email: `${sub}@example.com`, email_verified: true };
    expect(await isVerified(sub, proved)).toBe(true);
    expect(await isVerified(sub, {})).toBe(true);
    expect(await isVerified(sub, { ...proved, email_verified: false })).toBe(false);
    expect(await isVerified(sub, proved)).toBe(true);
    expect(await isVerified(sub, { email: `new-${sub}@example.com` })).toBe(false);
  });

  it("for a linked account with a password only if it is the account's address", async () => {
    const { userId, email } = await mintUser();
    const sub = newId();
    await db().user.update({ where: { id: userId }, data: { externalId: sub } });
    const other = { email: `${sub}@example.com`, email_verified: true };
    expect(await isVerified(sub, other)).toBe(false);
    expect(await isVerified(sub, { email, email_verified: true })).toBe(true);
    // A mailed link may have proved it too, so the provider does not withdraw it.
    expect(await isVerified(sub, { email, email_verified: false })).toBe(true);
  });
});
