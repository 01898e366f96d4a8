import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { takePendingSession } from "@/lib/identity/sessions/pending-session";
import { mintUser } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintSession } from "@/test/factories/mint-scene";

const take = (sessionId: string) => takePendingSession(db(), sessionId);

it("a session that waits for the second factor is taken once, and alone", async () => {
  const { userId } = await mintUser();
  const [id, other] = [
    await mintSession(userId, { secondFactorPending: true }),
    await mintSession(userId, { secondFactorPending: true }),
  ];
  expect([await take(id), await take(id), await take(newId())]).toEqual([true, false, false]);
  expect(await take(other)).toBe(true);
});

it.each([
  ["does not wait", { secondFactorPending: false }],
  ["ended", { secondFactorPending: true, endedAt: new Date() }],
  ["expired", { secondFactorPending: true, expiresAt: aMinuteAgo() }],
])("a session that %s is not taken", async (_what, columns) => {
  const { userId } = await mintUser();
  expect(await take(await mintSession(userId, columns))).toBe(false);
});
