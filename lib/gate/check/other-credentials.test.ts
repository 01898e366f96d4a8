import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { expectChallenge, gateScene } from "@/test/requests/gate-scene";

const { ask, callsOf, failures, installation, key, offline } = gateScene();

describe("security 88: a credential other than a live access token of this installation", () => {
  const tokens: [string, () => string | Promise<string>, RegExp][] = [
    ["an access token of another installation", () => newToken("offline"), /another installation/],
    ["an online token of another installation", () => newToken("online"), /another installation/],
    ["a refresh token", () => mintRefreshToken(installation()), /^This is a refresh token/],
    ["an authorization code", () => newToken("code"), /^This is an authorization code/],
    ["an API secret", () => installation().client.clientSecret, /^This is an API secret/],
    ["the gate key", key, /^This is an API secret/],
    ["the token of a link", () => newToken("link"), /^This is the token of a link/],
    [
      "a service key's access token",
      () => mintServiceToken(["platform/introspect"]),
      /^This is an access token of a service key/,
    ],
    ["a truncated access token", async () => (await offline()).slice(0, -2), /damaged/],
    [
      "a text of another form",
      () => "eyJhbGciOiJub25lIn0.e30.",
      /not an access token of this service/,
    ],
    ["two tokens", async () => `${await offline()}, Bearer ${await offline()}`, /damaged/],
  ];

  it.each(tokens)("is named in the 401: %s", async (_what, make, message) => {
    const answer = await ask({ token: await make() });
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_token"]);
    expect(answer.body.message).toMatch(message);
    expectChallenge(answer, "invalid_token");
    expect(await callsOf()).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["no Authorization header", {}, /is missing/],
    ["Basic credentials", { authorization: "Basic YTpi" }, /is not Bearer/],
    ["an empty token", { authorization: "Bearer " }, /is missing or has no token/],
  ])("gets a challenge without an error: %s", async (_what, headers, message) => {
    const answer = await ask({ headers });
    expect([answer.status, answer.body.error]).toEqual([401, "unauthenticated"]);
    expect(answer.body.message).toMatch(message);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="latchkey"');
  });
});
