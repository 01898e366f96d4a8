import { generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import type { TokenChange } from "@/test/process/provider/serve-provider";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { storedSession } from "@/test/requests/provider-session";
import { newBrowser, problemOf, signInAtProvider } from "@/test/requests/sign-in-at-provider";

const provider = providerScene(CLAIMS);

const now = () => Math.floor(Date.now() / 1000);
const otherKeyPair = await generateKeyPair("RS256");
const symmetric = new TextEncoder().encode("a-secret-that-only-tests-use".padEnd(32, "."));

describe("security 69: no session is opened for an ID token", () => {
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
    [
      "signed by another key with the same id",
      "provider_token",
      () => ({ key: otherKeyPair.privateKey }),
    ],
    ["of an unknown key", "provider_token", () => ({ header: { kid: "rotated-out" } })],
  ])("%s", async (_, problem, change) => {
    provider().change = change();
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub: newId() });
    expect(problemOf(response)).toMatchObject({ error: problem });
    expect(await storedSession(browser)).toBeNull();
  });

  it("signed by a key that the provider no longer publishes", async () => {
    expect(problemOf(await signInAtProvider(newBrowser(), { sub: newId() }))).toBeNull();
    provider().publishedKeys = [];
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub: newId() });
    expect(problemOf(response)).toMatchObject({ error: "provider_token" });
    expect(await storedSession(browser)).toBeNull();
  });
});
