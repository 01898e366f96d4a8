import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { findGateFacts, findGateKey, recordKeyUse } from "@/lib/gate/repository";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { type MintedServiceKey, mintServiceKey } from "@/test/factories/mint-platform";
import { mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintAccessToken } from "@/test/factories/mint-tokens";

let scene: Scene;
let token: string;
let key: MintedServiceKey;

beforeAll(async () => {
  scene = await mintScene("company");
  await mintScene("company");
  token = await mintAccessToken(scene.installation, "online");
});

beforeEach(async () => {
  key = await mintServiceKey(["platform/gate"]);
});

const change = (data: Prisma.ServiceKeySecretUncheckedUpdateManyInput) =>
  db().serviceKeySecret.updateMany({ where: { keyId: key.clientId }, data });

/** What both statements say about the key of a gate. */
async function findBoth({ clientSecret } = key) {
  const hash = sha256(clientSecret);
  const facts = await findGateFacts(hash, tokenKey(token));
  const found = await findGateKey(hash);
  expect([facts?.secretId, facts?.isUseStale]).toEqual([found?.secretId, found?.isUseStale]);
  return found;
}

describe("the key of a gate", () => {
  it.each([
    ["it ends later", { expiresAt: new Date(Date.now() + 60_000) }, true],
    ["it ended", { expiresAt: aMinuteAgo() }, false],
    ["its secret was revoked", { revokedAt: new Date() }, false],
  ])("is valid or not: %s", async (_what, data, isValid) => {
    await change(data);
    expect((await findBoth()) !== null).toBe(isValid);
  });

  it("is not valid once it was revoked", async () => {
    await db().serviceKey.update({ where: { id: key.clientId }, data: { revokedAt: new Date() } });
    expect(await findBoth()).toBeNull();
    expect(await findBoth(await mintServiceKey(["platform/introspect"]))).toBeNull();
  });

  it("is marked as used at most once a minute, and other keys are not", async () => {
    const otherKey = await mintServiceKey(["platform/gate"]);
    const use = async (lastUsedAt: Date | null) => {
      await change({ lastUsedAt });
      const found = await findBoth();
      await recordKeyUse(found?.secretId ?? "");
      const where = { keyId: key.clientId };
      const row = await db().serviceKeySecret.findFirstOrThrow({ where });
      return [found?.isUseStale, row.lastUsedAt?.getTime() !== lastUsedAt?.getTime()];
    };
    expect(await use(null)).toEqual([true, true]);
    expect(await use(aMinuteAgo())).toEqual([true, true]);
    expect(await use(new Date(Date.now() - 20_000))).toEqual([false, false]);
    const row = await db().serviceKeySecret.findFirstOrThrow({
      where: { keyId: otherKey.clientId },
    });
    expect(row.lastUsedAt).toBeNull();
  });
});

describe("the token that a gate asks about", () => {
  it("belongs to its client, with that client's system user", async () => {
    const facts = await findGateFacts(sha256(key.clientSecret), tokenKey(token));
    const { clientId, systemUserId } = scene.installation.client;
    const { userId } = scene.person;
    expect(facts?.token).toMatchObject({ clientId, systemUserId, userId, state: "live" });
  });

  it("is missing if it is unknown", async () => {
    const unknown = tokenKey(newToken("online"));
    const facts = await findGateFacts(sha256(key.clientSecret), unknown);
    expect(facts).toMatchObject({ keyId: key.clientId, token: null });
  });
});
