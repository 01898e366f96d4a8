import { describe, expect, it } from "vitest";
import { keyState } from "@/lib/clients/service-keys/key-state";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { takeOwnDatabase } from "@/test/process/own-database";

// The state is that of the whole installation.
takeOwnDatabase();

describe("a service key in use", () => {
  const later = new Date(Date.now() + 60_000);
  const twoHoursAgo = new Date(Date.now() - 7_200_000);

  it.each<[string, boolean, Prisma.ServiceKeySecretUncheckedUpdateManyInput]>([
    ["its secret ends", true, { expiresAt: later, lastUsedAt: aMinuteAgo() }],
    ["its secret has no end", false, { lastUsedAt: aMinuteAgo() }],
    ["its secret has ended", false, { expiresAt: aMinuteAgo(), lastUsedAt: aMinuteAgo() }],
    ["its secret is no longer used", false, { expiresAt: later, lastUsedAt: twoHoursAgo }],
    [
      "its secret was revoked",
      false,
      { expiresAt: later, lastUsedAt: aMinuteAgo(), revokedAt: new Date() },
    ],
  ])("is about to end, or not: %s", async (_what, isEnding, data) => {
    const before = await keyState();
    const { clientId: keyId } = await mintServiceKey(["platform/introspect"]);
    await db().serviceKeySecret.updateMany({ where: { keyId }, data });
    const { endingKeys } = await keyState();
    expect(endingKeys - before.endingKeys).toBe(isEnding ? 1 : 0);
  });

  it("is not about to end once it is revoked", async () => {
    const before = await keyState();
    const { clientId: keyId } = await mintServiceKey(["platform/gate"]);
    const data = { expiresAt: later, lastUsedAt: aMinuteAgo() };
    await db().serviceKeySecret.updateMany({ where: { keyId }, data });
    await db().serviceKey.update({ where: { id: keyId }, data: { revokedAt: new Date() } });
    expect((await keyState()).endingKeys).toBe(before.endingKeys);
  });
});
