import { beforeEach, describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { addFailedKeyChecks, failedKeyChecks } from "@/lib/gate/key/gate-key";
import { takeOwnDatabase } from "@/test/process/own-database";
import { callGate } from "@/test/requests/call-gate";

// The state is that of the whole installation.
takeOwnDatabase();

beforeEach(async () => {
  // With this one, whatever waits to be counted is.
  await callGate({ key: null, uri: "/products" });
  await expect.poll(failedKeyChecks).toBeGreaterThan(0);
  await db().failedAttempt.deleteMany();
});

describe("security 101: checks without a valid gate key", () => {
  it("are counted for operators, however many arrive at once", async () => {
    const ask = (key: string | null) => callGate({ key, uri: "/products" });
    const keys = [null, "wrong", newToken("secret"), ...Array(20).fill(newToken("secret"))];
    await Promise.all(keys.map(ask));
    await expect.poll(failedKeyChecks).toBe(keys.length);
  });

  it("do not count if a stranger sends them past the proxy", async () => {
    const strangers = Array.from({ length: 30 }, () => callGate({ key: null }));
    await Promise.all([...strangers, callGate({ key: "wrong" })]);
    await expect.poll(failedKeyChecks).toBe(1);
  });

  it("are forgotten after an hour", async () => {
    await addFailedKeyChecks({ count: 3 });
    await db().failedAttempt.updateMany({ data: { expire: Date.now() - 1 } });
    expect(await failedKeyChecks()).toBe(0);
    await addFailedKeyChecks({ count: 2 });
    await addFailedKeyChecks({ count: 2 });
    expect(await failedKeyChecks()).toBe(4);
  });

  it("count for an hour from the first one, and no other failures do", async () => {
    await addFailedKeyChecks({ count: 1 });
    const soon = BigInt(Date.now() + 60_000);
    await db().failedAttempt.updateMany({ data: { expire: soon } });
    await db().failedAttempt.create({ data: { key: "sign-in", points: 5, expire: soon } });
    await addFailedKeyChecks({ count: 1 });
    expect(await failedKeyChecks()).toBe(2);
    expect(await db().failedAttempt.count({ where: { expire: soon } })).toBe(2);
  });
});
