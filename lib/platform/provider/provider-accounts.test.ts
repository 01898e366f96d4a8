import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintUser } from "@/test/factories/mint";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { requireStoredSession, signInWith, storedSession } from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  problemOf,
  signInAtProvider,
  walkToCallback,
} from "@/test/requests/sign-in-at-provider";

const provider = providerScene(CLAIMS);

it("a sub that equals another person's user id opens no session, because it would identify both", async () => {
  const { userId: sub } = await mintUser();
  const response = await signInAtProvider(newBrowser(), { sub });
  expect(problemOf(response)).toMatchObject({ error: "provider_subject" });
  expect(await db().user.count({ where: { externalId: sub } })).toBe(0);
});

it("a sub that is a number makes the ID token invalid, and opens no session", async () => {
  provider().change = { claims: { sub: 4711 } };
  const browser = newBrowser();
  const response = await signInAtProvider(browser, { sub: newId() });
  expect(problemOf(response)).toMatchObject({ error: "provider_token" });
  expect(await storedSession(browser)).toBeNull();
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
    "never links to it, with email_verified %s",
    async (verified) => {
      const { userId, email } = await mintUser();
      const sub = newId();
      provider().accounts.set(sub, { claims: { email, email_verified: verified } });
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
    provider().accounts.set(sub, { claims: { email: `${sub}@example.com` } });
    await signInAtProvider(newBrowser(), { sub });
    provider().accounts.set(sub, { claims: { email } });
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
    provider().accounts.set(sub, { claims: { email: `${sub}@example.com`, given_name: "Eve" } });
    const browser = newBrowser();
    await signInAtProvider(browser, { sub });
    const { user } = await requireStoredSession(browser);
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

describe("security 75: a deactivated person", () => {
  it("gets no session even when signed in at the provider, and a page that explains why", async () => {
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
