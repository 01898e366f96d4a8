import { expect, it } from "vitest";
import { keyState } from "@/lib/clients/service-keys/seen-secrets";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { takeOwnDatabase } from "@/test/process/own-database";

// The state is that of the whole installation.
takeOwnDatabase();

const later = new Date(Date.now() + 60_000);
const lastUsedAt = aMinuteAgo();

it.each<[string, boolean, Prisma.ServiceKeySecretUncheckedUpdateManyInput, Date?]>([
  ["its secret ends", true, { expiresAt: later, lastUsedAt }],
  ["its secret has no end", false, { lastUsedAt }],
  ["its secret has ended", false, { expiresAt: aMinuteAgo(), lastUsedAt }],
  ["its secret is no longer used", false, { expiresAt: later, lastUsedAt: new Date(0) }],
  ["its secret was revoked", false, { expiresAt: later, lastUsedAt, revokedAt: new Date() }],
  ["it was revoked", false, { expiresAt: later, lastUsedAt }, new Date()],
])("a service key in use is about to end, or not: %s", async (_what, isEnding, data, revokedAt) => {
  const before = await keyState();
  const { clientId: keyId } = await mintServiceKey(["platform/introspect"]);
  await db().serviceKeySecret.updateMany({ where: { keyId }, data });
  await db().serviceKey.update({ where: { id: keyId }, data: { revokedAt: revokedAt ?? null } });
  const { endingKeys } = await keyState();
  expect(endingKeys - before.endingKeys).toBe(isEnding ? 1 : 0);
});
