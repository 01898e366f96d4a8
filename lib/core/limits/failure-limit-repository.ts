import { sql } from "@/lib/core/db/sql";

/** The state of a limit after an attempt was taken. */
export type TakenAttempt = {
  /** Attempts taken in this window, including this one. */
  points: number;
  /** When the window ends, in milliseconds since 1970, as PostgreSQL writes a bigint. */
  expire: string;
};

/** `attempt` is null if the limit is reached; `waitMs` until its window ends, if known. */
export type AttemptRow = { attempt: TakenAttempt | null; waitMs: number | null };

// Reads first, so that rejecting a flood writes nothing. Attempts beyond the limit that arrive concurrently are
// rejected by the WHERE of the update, under the row lock.
const tryToTake = sql<
  { key: string; limit: number; windowMs: number },
  | { points: number; expire: string; waitMs: null }
  | { points: null; expire: null; waitMs: number | null }
>(
  "take-attempt",
  { points: "int4", expire: "text", waitMs: "int4" },
  `
  WITH clock AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms),
  full_count AS (
    SELECT f.expire - clock.ms AS wait_ms FROM failed_attempts f, clock
    WHERE f.key = :key AND f.points >= :limit::int AND f.expire > clock.ms),
  taken AS (
    INSERT INTO failed_attempts AS f (key, points, expire)
    SELECT :key, 1, clock.ms + :windowMs::bigint FROM clock WHERE NOT EXISTS (SELECT FROM full_count)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN f.expire > excluded.expire - :windowMs::bigint THEN f.points + 1 ELSE 1 END,
      expire = CASE WHEN f.expire > excluded.expire - :windowMs::bigint THEN f.expire ELSE excluded.expire END
    WHERE f.points < :limit::int OR f.expire <= excluded.expire - :windowMs::bigint
    RETURNING f.points, f.expire)
  SELECT taken.points, taken.expire::text AS expire, (SELECT wait_ms FROM full_count)::int AS "waitMs"
  FROM (SELECT) nothing LEFT JOIN taken ON true`,
);

/**
 * Takes an attempt for a key unless `limit` attempts have been taken in its window. Atomic across processes: concurrent
 * callers never exceed the limit.
 * @param windowMs length of a window, starting with its first attempt
 */
export async function takeAttempt(
  key: string,
  limit: number,
  windowMs: number,
): Promise<AttemptRow> {
  const [row] = await tryToTake({ key, limit, windowMs });
  if (!row || row.points === null) return { attempt: null, waitMs: row?.waitMs ?? null };
  return { attempt: { points: row.points, expire: row.expire }, waitMs: null };
}

// Only within the same window; a later one is unaffected.
const giveBack = sql<{ key: string; expire: string }>(
  "give-back-attempt",
  {},
  `
  UPDATE failed_attempts SET points = points - 1 WHERE key = :key AND expire = :expire::bigint AND points > 0`,
);

export async function giveBackAttempt(key: string, { expire }: TakenAttempt): Promise<void> {
  await giveBack({ key, expire });
}
