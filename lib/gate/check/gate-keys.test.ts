import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { findGateFacts, findGateKey, recordKeyUse } from "@/lib/gate/repository";
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

it("the use of a gate key is recorded, at most once a minute, and not that of other keys", async () => {
  const [{ clientId, clientSecret }, other] = [
    await mintServiceKey(["platform/gate"]),
    await mintServiceKey(["platform/gate"]),
  ];
  const hash = sha256(clientSecret);
  const secretOf = (keyId: string) => db().serviceKeySecret.findFirstOrThrow({ where: { keyId } });
  const isRecordedAfter = async (lastUsedAt: Date | null) => {
    const expiresAt = new Date(Date.now() + 60_000);
    const data = { lastUsedAt, expiresAt };
    await db().serviceKeySecret.updateMany({ where: { keyId: clientId }, data });
    const gateKey = await findGateKey(hash);
    const facts = await findGateFacts(hash, tokenKey(newToken("online")));
    expect(facts).toEqual({ ...gateKey, token: null });
    await recordKeyUse({ secretId: gateKey?.secretId ?? "" });
    const isRecorded = (await secretOf(clientId)).lastUsedAt?.getTime() !== lastUsedAt?.getTime();
    expect(gateKey?.isUseStale).toBe(isRecorded);
    return isRecorded;
  };
  expect(await isRecordedAfter(null)).toBe(true);
  expect(await isRecordedAfter(aMinuteAgo())).toBe(true);
  expect(await isRecordedAfter(new Date(Date.now() - 20_000))).toBe(false);
  expect((await secretOf(other.clientId)).lastUsedAt).toBeNull();
  await ask({ key: other.clientSecret, token: await offline() });
  await expect.poll(() => secretOf(other.clientId)).toMatchObject({ lastUsedAt: expect.any(Date) });
});
