import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { checkProvider } from "@/lib/platform/provider/discover-provider";
import { configureTestEnv } from "@/test/process/test-env";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { expectNoSession, signInNewly } from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  problemOf,
  start,
  walkToCallback,
} from "@/test/requests/sign-in-at-provider";

const provider = providerScene(CLAIMS);

/** Much longer than the deadlines, for busy machines; without a deadline, or one by one, it would take a minute. */
const IN_TIME_MS = 30_000;

describe("security 74: a page explains a provider", () => {
  const FAULTS = [
    ["down", "provider_down"],
    ["slow", "provider_slow"],
    ["html", "provider_answer"],
    ["redirect_to_itself", "provider_answer"],
  ] as const;
  const CASES = (["discovery", "token", "jwks"] as const).flatMap((place) =>
    FAULTS.map(([fault, error]) => [place, fault, error] as const),
  );

  it.each(CASES)("whose %s endpoint is %s", async (place, fault, error) => {
    const browser = newBrowser();
    const query = "return_to=%2Fdocs";
    const isEarly = place === "discovery";
    const address = isEarly ? "" : await walkToCallback(browser, { sub: newId(), query });
    provider().faults.set(place, fault);
    const began = performance.now();
    const response = await (isEarly ? start(browser, query) : openCallback(browser, address));
    await expectNoSession(browser, response, { error, return_to: "/docs" });
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
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
    expect(problemOf((await signInNewly()).response)).toMatchObject({ error: "provider_settings" });
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
