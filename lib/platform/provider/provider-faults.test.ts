import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { checkProvider } from "@/lib/platform/provider/check-provider";
import { configureTestEnv } from "@/test/process/test-env";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { storedSession } from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  problemOf,
  signInAtProvider,
  start,
  walkToCallback,
} from "@/test/requests/sign-in-at-provider";

const provider = providerScene(CLAIMS);

/** Much longer than the deadlines, for busy machines; without a deadline, or one by one, it would take a minute. */
const IN_TIME_MS = 30_000;

describe("security 74: a page explains a provider", () => {
  it.each([
    ["discovery", "down", "provider_down"],
    ["discovery", "slow", "provider_slow"],
    ["discovery", "html", "provider_answer"],
    ["discovery", "redirect_to_itself", "provider_answer"],
  ] as const)("whose %s is %s", async (place, fault, problem) => {
    provider().faults.set(place, fault);
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
    provider().faults.set(place, fault);
    const began = performance.now();
    const response = await openCallback(browser, address);
    expect(problemOf(response)).toMatchObject({ error: problem, return_to: "/docs" });
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
    expect(await storedSession(browser)).toBeNull();
  });

  it("that cannot be reached or has another issuer", async () => {
    const { issuer } = provider();
    configureTestEnv({ ...provider().env, OIDC_ISSUER: "http://127.0.0.1:1" });
    expect(problemOf(await start(newBrowser()))).toMatchObject({ error: "provider_down" });
    configureTestEnv({ ...provider().env, OIDC_ISSUER: `${issuer}/` });
    expect(problemOf(await start(newBrowser()))).toMatchObject({ error: "provider_settings" });
  });

  it("and so does a check, whose sentence for operators has the cause", async () => {
    const { issuer } = provider();
    const usable = { isUsable: true, summary: `discovery read, issuer matches (${issuer})` };
    expect(await checkProvider()).toEqual(usable);
    configureTestEnv({ ...provider().env, OIDC_ISSUER: `${issuer}/` });
    const summary = expect.stringContaining(`Set OIDC_ISSUER=${issuer}`);
    expect(await checkProvider()).toEqual({ isUsable: false, summary });
  });

  it("that does not accept the client's secret", async () => {
    configureTestEnv({ ...provider().env, OIDC_CLIENT_SECRET: "wrong" });
    const response = await signInAtProvider(newBrowser(), { sub: newId() });
    expect(problemOf(response)).toMatchObject({ error: "provider_settings" });
  });

  it("that was down a second ago, and a person who tries again is not shown that", async () => {
    provider().faults.set("discovery", "down");
    expect(problemOf(await start(newBrowser()))).toMatchObject({ error: "provider_down" });
    provider().faults.clear();
    const silent = await start(newBrowser(), "silent=first");
    expect(problemOf(silent)).toMatchObject({ error: "provider_down" });
    expect((await start(newBrowser())).headers.get("location")).toContain(provider().issuer);
  });

  it("that is slow, and parallel requests wait for it together", async () => {
    provider().faults.set("discovery", "slow");
    const began = performance.now();
    const responses = await Promise.all(Array.from({ length: 20 }, () => start(newBrowser())));
    for (const response of responses) {
      expect(problemOf(response)).toMatchObject({ error: "provider_slow" });
    }
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
  });
});
