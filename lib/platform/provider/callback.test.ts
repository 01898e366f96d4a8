import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { completeSignIn } from "@/lib/platform/provider/complete-sign-in";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { storedSession } from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  problemOf,
  walkToCallback,
} from "@/test/requests/sign-in-at-provider";

providerScene(CLAIMS);

describe("security 70: no session is opened for a response", () => {
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
  ])("%s", async (_, change) => {
    const browser = newBrowser();
    const address = new URL(await walkToCallback(browser, { sub: newId() }));
    change(address);
    const response = await openCallback(browser, address.href);
    expect(problemOf(response)?.error).toMatch(/^provider_(state|token)$/);
    expect(await storedSession(browser)).toBeNull();
  });

  it("in another browser, which has no cookie of the attempt", async () => {
    const address = await walkToCallback(newBrowser(), { sub: newId() });
    const victim = newBrowser();
    expect(problemOf(await openCallback(victim, address))).toMatchObject({
      error: "provider_state",
    });
    expect(await storedSession(victim)).toBeNull();
  });

  it("in another browser with an attempt of its own", async () => {
    const address = new URL(await walkToCallback(newBrowser(), { sub: newId() }));
    const victim = newBrowser();
    const ownCallback = new URL(await walkToCallback(victim, { sub: newId() }));
    // The code of the one with the state of the other: its PKCE verifier does not fit.
    address.searchParams.set("state", ownCallback.searchParams.get("state") ?? "");
    expect(problemOf(await openCallback(victim, address.href))).toMatchObject({
      error: "provider_error",
    });
    expect(await storedSession(victim)).toBeNull();
  });

  it("a second time, even with a copy of the attempt's cookie", async () => {
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
