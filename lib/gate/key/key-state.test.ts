import { beforeEach, describe, expect, it } from "vitest";
import { addFailedKeyChecks, readGateKeyState } from "@/lib/gate/key/key-state-repository";
import { newToken } from "@/lib/kernel/crypto/tokens";
import { db } from "@/lib/kernel/db/client";
import type { Prisma } from "@/lib/kernel/db/generated/client";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { takeOwnDatabase } from "@/test/process/own-database";
import { callGate } from "@/test/requests/call-gate";

// The state is that of the whole installation.
takeOwnDatabase();

beforeEach(() => db().failedAttempt.deleteMany());

const failedChecks = async () => (await readGateKeyState()).failedChecks;

describe("security 101: checks without a valid gate key", () => {
  it("are counted for operators, however many arrive at once", async () => {
    const ask = (key: string | null) => callGate({ key, uri: "/products" });
    const keys = [null, "wrong", newToken("secret"), ...Array(20).fill(newToken("secret"))];
    await Promise.all(keys.map(ask));
    await expect.poll(failedChecks).toBe(keys.length);
  });

  it("do not count if a stranger sends them past the proxy", async () => {
    await callGate({ key: null });
    await callGate({ key: "wrong" });
    await expect.poll(failedChecks).toBe(1);
  });

  it("are forgotten after an hour", async () => {
    await addFailedKeyChecks(3);
    await db().failedAttempt.updateMany({ data: { expire: Date.now() - 1 } });
    expect(await failedChecks()).toBe(0);
    await addFailedKeyChecks(2);
    await addFailedKeyChecks(2);
    expect(await failedChecks()).toBe(4);
  });
});

describe("a gate key", () => {
  const later = new Date(Date.now() + 60_000);
  const twoHoursAgo = new Date(Date.now() - 7_200_000);

  it.each<[string, boolean, Prisma.ServiceKeySecretUncheckedUpdateManyInput]>([
    ["a proxy uses a secret that ends", true, { expiresAt: later, lastUsedAt: aMinuteAgo() }],
    ["its secret has no end", false, { lastUsedAt: aMinuteAgo() }],
    ["its secret has ended", false, { expiresAt: aMinuteAgo(), lastUsedAt: aMinuteAgo() }],
    ["no proxy uses the secret", false, { expiresAt: later, lastUsedAt: twoHoursAgo }],
    [
      "its secret was revoked",
      false,
      { expiresAt: later, lastUsedAt: aMinuteAgo(), revokedAt: new Date() },
    ],
  ])("is about to end, or not: %s", async (_what, isEnding, data) => {
    const before = await readGateKeyState();
    const { clientId: keyId } = await mintServiceKey(["platform/gate"]);
    await db().serviceKeySecret.updateMany({ where: { keyId }, data });
    const { endingKeys } = await readGateKeyState();
    expect(endingKeys - before.endingKeys).toBe(isEnding ? 1 : 0);
  });

  it("is not about to end once it is revoked, and other service keys never count", async () => {
    const before = await readGateKeyState();
    const revoked = await mintServiceKey(["platform/gate"]);
    const other = await mintServiceKey(["platform/introspect"]);
    const data = { expiresAt: later, lastUsedAt: aMinuteAgo() };
    const keyId = { in: [revoked.clientId, other.clientId] };
    await db().serviceKeySecret.updateMany({ where: { keyId }, data });
    await db().serviceKey.update({
      where: { id: revoked.clientId },
      data: { revokedAt: new Date() },
    });
    expect((await readGateKeyState()).endingKeys).toBe(before.endingKeys);
  });
});
