import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { giveBackAttempt, takeAttempt } from "@/lib/core/limits/failure-limit";

const MINUTE_MS = 60_000;
let key: string;

beforeEach(() => {
  key = newId();
});

const take = (limit = 2) => takeAttempt(key, limit, MINUTE_MS);
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
    const { attempt: first } = await take();
    expect(first?.points).toBe(1);
    expect(Number(first?.expire)).toBeGreaterThan(Date.now() + MINUTE_MS - 10_000);
    expect((await take()).attempt).toEqual({ points: 2, expire: first?.expire });
  });

  it("takes none and says how long to wait once the limit is reached", async () => {
    const expire = Date.now() + 30_000;
    await store(2, expire);
    const { attempt, waitMs } = await take();
    expect(attempt).toBeNull();
    expect(waitMs).toBeGreaterThan(20_000);
    expect(waitMs).toBeLessThanOrEqual(30_000);
    expect(await stored()).toEqual({ points: 2, expire: String(expire) });
  });

  it.each([1, 2, 9])("begins a new window once the last one with %i has ended", async (points) => {
    await store(points, Date.now() - 1_000);
    const { attempt } = await take();
    expect(attempt?.points).toBe(1);
    expect(Number(attempt?.expire)).toBeGreaterThan(Date.now());
  });

  it("is not held up by another key that reached its limit", async () => {
    await store(2, Date.now() + MINUTE_MS);
    key = newId();
    expect((await take()).attempt?.points).toBe(1);
  });
});

describe("giving an attempt back", () => {
  it("counts down in the same window only", async () => {
    const { attempt } = await take();
    if (!attempt) throw new Error("No attempt was taken");
    await giveBackAttempt(key, { ...attempt, expire: String(Number(attempt.expire) + 1) });
    expect((await stored())?.points).toBe(1);
    await giveBackAttempt(key, attempt);
    expect((await stored())?.points).toBe(0);
    await giveBackAttempt(key, attempt);
    expect((await stored())?.points).toBe(0);
  });

  it("leaves other keys alone", async () => {
    const expire = Date.now() + MINUTE_MS;
    await store(1, expire);
    const other = key;
    key = newId();
    await store(1, expire);
    await giveBackAttempt(key, { points: 1, expire: String(expire) });
    expect((await stored(other))?.points).toBe(1);
  });
});
