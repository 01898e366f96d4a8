import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { signIn } from "@/lib/identity/sessions/sign-in";
import { MINTED_PASSWORD, mintUser } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { configureTestEnv } from "@/test/process/test-env";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { requireStoredSession, signInWith, storedSession } from "@/test/requests/provider-session";
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
    provider().accounts.set(sub, {
      claims: { email: "Mira@Example.com", given_name: "Mira", family_name: "Sen" },
    });
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub, query: "return_to=%2Fdocs%3Fa%3D1" });
    expect(response.headers.get("location")).toBe("/docs?a=1");
    expect(await requireStoredSession(browser)).toMatchObject({
      secondFactorPending: false,
      endedAt: null,
      user: {
        externalId: sub,
        email: "mira@example.com",
        passwordHash: null,
        firstName: "Mira",
        lastName: "Sen",
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
    const first = await signInWith(provider(), sub, {
      email: "old@example.com",
      given_name: "Mira",
    });
    const second = await signInWith(provider(), sub, {
      email: "New@example.com",
      family_name: "Rao",
    });
    expect(second.userId).toBe(first.userId);
    expect(second.user).toMatchObject({
      email: "new@example.com",
      firstName: "Mira",
      lastName: "Rao",
    });
  });

  it("keeps several sign-ins apart that one browser has begun", async () => {
    const browser = newBrowser();
    const addresses = [];
    for (const path of ["/a", "/b", "/c"]) {
      addresses.push(await walkToCallback(browser, { sub: newId(), query: `return_to=${path}` }));
    }
    for (const [index, path] of ["/a", "/b", "/c"].entries()) {
      const response = await openCallback(browser, addresses[index] ?? "");
      expect(response.headers.get("location")).toBe(path);
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
    const query = "return_to=https%3A%2F%2Fevil.example%2F";
    const response = await signInAtProvider(newBrowser(), { sub: newId(), query });
    expect(response.headers.get("location")).toBe("/");
  });

  it("opens no session and reports provider_denied when the person cancels at the provider", async () => {
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub: null, query: "return_to=%2Fdocs" });
    expect(problemOf(response)).toMatchObject({ error: "provider_denied", return_to: "/docs" });
    expect(await storedSession(browser)).toBeNull();
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
    const { there } = newBrowser();
    await signInAtProvider({ here: newBrowser().here, there }, { sub });
    const { here } = newBrowser();
    provider().requested.length = 0;
    const query = String(new URLSearchParams(sent));
    const back = await signInAtProvider({ here, there }, { sub: "unused", query });
    expect(provider().requested.some((path) => path.startsWith("/log-in/"))).toBe(false);
    expect(back.headers.get("location")).toBe(sent.return_to);
    const { userId } = await requireStoredSession({ here, there });
    const person = { userId, email: "", cookie: here.headers().cookie ?? "" };
    const again = redirectParameters(await callAuthorize(installation, {}, person));
    expect(again).toMatchObject({ code: expect.any(String), state: "a state" });
  });

  it("shows our sign-in page, with the request kept, to a person who is not signed in there", async () => {
    const browser = newBrowser();
    provider().requested.length = 0;
    const response = await signInAtProvider(browser, {
      sub: "nobody",
      query: "silent=1&return_to=%2Fauthorize%3Fa%3D1",
    });
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
