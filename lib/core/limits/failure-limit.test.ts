import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import {
  type FailureLimit,
  giveBackAttempt,
  type LimitedKey,
  reserveAttempt,
  takeAttempt,
} from "@/lib/core/limits/failure-limit";

const limitOf = (failures: number): FailureLimit => ({
  name: newId(),
  failures,
  windowSeconds: 60,
});

const reserveAtOnce = async (count: number, keys: readonly LimitedKey[]) => {
  const settled = await Promise.allSettled(
    Array.from({ length: count }, () => reserveAttempt(keys)),
  );
  return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
};

describe("reserving an attempt", () => {
  it("succeeds exactly up to the limit under concurrent requests", async () => {
    const keys = [{ limit: limitOf(7), parts: ["a"] }];
    expect(await reserveAtOnce(100, keys)).toHaveLength(7);
    await expect(reserveAttempt(keys)).rejects.toMatchObject({
      code: "too_many_requests",
      headers: { "retry-after": expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
    });
  });

  it("can be repeated after a refund, and rejected attempts cost nothing", async () => {
    const keys = [{ limit: limitOf(3), parts: ["a"] }];
    const reserved = await reserveAtOnce(50, keys);
    await Promise.all(reserved.map(({ refund }) => refund()));
    expect(await reserveAtOnce(50, keys)).toHaveLength(3);
  });

  it("reports which limit it used up", async () => {
    const [narrow, wide] = [limitOf(2), limitOf(3)];
    const keys = [wide, narrow].map((limit) => ({ limit, parts: ["a"] }));
    expect((await reserveAttempt(keys)).exhausts).toEqual([]);
    expect((await reserveAttempt(keys)).exhausts).toEqual([narrow]);
  });

  it("takes an attempt from all limits or from none", async () => {
    const [narrow, wide] = [limitOf(1), limitOf(10)];
    const keys = [wide, narrow].map((limit) => ({ limit, parts: ["a"] }));
    await reserveAtOnce(20, keys);
    expect(await reserveAtOnce(20, [{ limit: wide, parts: ["a"] }])).toHaveLength(9);
  });

  it("counts each key separately", async () => {
    const limit = limitOf(1);
    await reserveAttempt([{ limit, parts: ["a"] }]);
    await expect(reserveAttempt([{ limit, parts: ["a"] }])).rejects.toThrow();
    await reserveAttempt([{ limit, parts: ["b"] }]);
  });

  it("starts over when the window ends, and a refund from an earlier window changes nothing", async () => {
    const limit = limitOf(1);
    const keys = [{ limit, parts: ["a"] }];
    const early = await reserveAttempt(keys);
    const key = sha256(`${limit.name}\na`).toString("base64url");
    const expiry = await pool().query("UPDATE failed_attempts SET expire = 1 WHERE key = $1", [
      key,
    ]);
    expect(expiry.rowCount).toBe(1);
    // Longer, because a window of the same length could end in the same millisecond.
    const later = [{ limit: { ...limit, windowSeconds: 90 }, parts: ["a"] }];
    await reserveAttempt(later);
    await early.refund();
    await expect(reserveAttempt(later)).rejects.toThrow("Too many failed attempts");
  });
});

const MINUTE_MS = 60_000;
let key: string;

beforeEach(() => {
  key = newId();
});

const take = async (of = key) => (await takeAttempt({ key: of, limit: 2, windowMs: 60_000 }))[0];
const store = (points: number, expire: number) =>
  pool().query("INSERT INTO failed_attempts (key, points, expire) VALUES ($1, $2, $3)", [
    ...[key, points, expire],
  ]);
const stored = async (of = key) => {
  const { rows } = await pool().query<{ points: number; expire: string }>(
    "SELECT points, expire::text FROM failed_attempts WHERE key = $1",
    [of],
  );
  return rows[0];
};

describe("taking an attempt", () => {
  it("counts up in one window that begins with the first attempt", async () => {
    const earlier = await take();
    expect(earlier?.points).toBe(1);
    expect(Number(earlier?.expire)).toBeGreaterThan(Date.now() + MINUTE_MS - 10_000);
    expect(await take()).toEqual({ points: 2, expire: earlier?.expire, waitMs: null });
  });

  it("takes none and says how long to wait once the limit is reached", async () => {
    const expire = Date.now() + 30_000;
    await store(2, expire);
    const attempt = await take();
    expect(attempt?.points).toBeNull();
    expect(attempt?.waitMs).toBeGreaterThan(20_000);
    expect(attempt?.waitMs).toBeLessThanOrEqual(30_000);
    expect(await stored()).toEqual({ points: 2, expire: String(expire) });
  });
});

describe("giving an attempt back", () => {
  it("counts down in the same window only, and only its key", async () => {
    const other = newId();
    await take(other);
    const attempt = await take();
    if (!attempt?.expire) throw new Error("No attempt was taken");
    await giveBackAttempt({ key, expire: String(Number(attempt.expire) + 1) });
    expect((await stored())?.points).toBe(1);
    await giveBackAttempt({ key, expire: attempt.expire });
    expect((await stored())?.points).toBe(0);
    await giveBackAttempt({ key, expire: attempt.expire });
    expect((await stored())?.points).toBe(0);
    expect((await stored(other))?.points).toBe(1);
  });
});
