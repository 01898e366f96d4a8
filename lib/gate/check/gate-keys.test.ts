import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintServiceKey, mintServiceToken } from "@/test/factories/mint-platform";
import { callGate, type GatedCall, reportCalls } from "@/test/requests/call-gate";
import { expectChallenge, gateScene } from "@/test/requests/gate-scene";

const { ask, callsOf, failures, installation, key, offline } = gateScene();

describe("security 84: a gate without a valid key", () => {
  /** A gate key of which something was changed. */
  const changed = async (what: "key" | "secret", data: object) => {
    const { clientId, clientSecret } = await mintServiceKey(["platform/gate"]);
    if (what === "key") await db().serviceKey.update({ where: { id: clientId }, data });
    else await db().serviceKeySecret.updateMany({ where: { keyId: clientId }, data });
    return clientSecret;
  };
  const wrong: [string, () => string | null | Promise<string | null>][] = [
    ["no key", () => null],
    ["an empty key", () => ""],
    ["an unknown key", () => newToken("secret")],
    ["a truncated key", () => key().slice(0, -1)],
    ["two keys", () => `${key()}, ${key()}`],
    ["the secret of an extension", () => installation().client.clientSecret],
    [
      "the secret of a service key with other scopes",
      async () => (await mintServiceKey(["platform/directory/read"])).clientSecret,
    ],
    ["an access token of a service key", () => mintServiceToken(["platform/introspect"])],
    ["the secret of a revoked key", () => changed("key", { revokedAt: new Date() })],
    ["a revoked secret", () => changed("secret", { revokedAt: new Date() })],
    ["a secret past its overlap", () => changed("secret", { expiresAt: aMinuteAgo() })],
  ];

  it.each(wrong)(
    "that sends %s gets the same 401 for every call, and leaves no trace",
    async (_what, make) => {
      const sent = await make();
      const token = await offline();
      const calls: Partial<GatedCall>[] = [
        { token, uri: "/products" },
        { token, uri: "/customers" },
        { uri: "/products" },
        { token, headers: { "x-forwarded-method": "GET", "x-forwarded-uri": "/products" } },
        { token: newToken("refresh"), uri: "http://evil.test/.." },
      ];
      for (const call of calls) {
        const answer = await callGate({ uri: "/", ...call, key: sent });
        expect(answer.status).toBe(401);
        expectChallenge(answer);
        expect(answer.headers.get("x-latchkey-gate-key")).toBe("invalid");
        const { request_id: _, error_uri: __, ...same } = answer.body;
        expect(same).toEqual({
          error: "unauthenticated",
          message: expect.stringContaining("X-Gate-Key"),
          error_description: expect.stringContaining("X-Gate-Key"),
        });
      }
      expect([await callsOf(), await failures()]).toEqual([[], []]);
      const { headers } = await ask({ token });
      const requestId = headers.get("x-latchkey-request-id");
      const line = JSON.stringify({ request_id: requestId, status: 200, milliseconds: 1 });
      const report = await reportCalls(sent, line);
      expect([report.status, report.body.error]).toEqual([401, "unauthenticated"]);
      expect(await callsOf()).toMatchObject([{ requestId, status: null }]);
    },
  );
});

it("security 101: a denial of the caller's token is not marked as one of the gate key", async () => {
  const { status, headers } = await callGate({ key: key(), token: "unknown", uri: "/products" });
  expect([status, headers.get("x-latchkey-gate-key")]).toEqual([401, null]);
});

it("the use of a gate key is recorded", async () => {
  const newKey = await mintServiceKey(["platform/gate"]);
  await ask({ key: newKey.clientSecret, token: await offline() });
  await expect
    .poll(() => db().serviceKeySecret.findFirst({ where: { keyId: newKey.clientId } }))
    .toMatchObject({ lastUsedAt: expect.any(Date) });
});
