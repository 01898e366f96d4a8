import { sha256 } from "@/lib/core/crypto/hash";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";

/** A limit on failures. Successful attempts are refunded. */
export type FailureLimit = {
  /** Unique. */
  name: string;
  /** Failures per window before callers of the key are rejected. */
  failures: number;
  windowSeconds: number;
};

/** A limit and the key whose failures it counts. */
export type LimitedKey = { limit: FailureLimit; parts: readonly string[] };

/** An attempt reserved before the outcome is known. */
export type Attempt = {
  /** The limits for which this is the last attempt in the window. */
  exhausts: readonly FailureLimit[];
  /** Gives the attempt back because it succeeded. */
  refund(): Promise<void>;
};

/**
 * Reserves an attempt per key before a guess is evaluated, so that concurrent guesses never exceed the limit.
 * @param keys the widest first: once that one is full, keys made up by a caller leave no row
 * @throws ServiceError too_many_requests with Retry-After; then nothing stays reserved
 */
export async function reserveAttempt(keys: readonly LimitedKey[]): Promise<Attempt> {
  const reserved: { limit: FailureLimit; key: string; points: number; expire: string }[] = [];
  const refund = async () => {
    for (const { key, expire } of reserved) await giveBackAttempt({ key, expire });
  };
  for (const { limit, parts } of keys) {
    const key = keyOf(limit, parts);
    const windowMs = limit.windowSeconds * 1000;
    const [taken] = await takeAttempt({ key, limit: limit.failures, windowMs });
    if (!taken || taken.points === null) {
      await refund();
      throw tooMany(Math.ceil((taken?.waitMs ?? windowMs) / 1000));
    }
    reserved.push({ limit, key, points: taken.points, expire: taken.expire });
  }
  const exhausts = reserved
    .filter(({ limit, points }) => points >= limit.failures)
    .map(({ limit }) => limit);
  return { exhausts, refund };
}

function tooMany(seconds: number): ServiceError {
  return new ServiceError(
    "too_many_requests",
    `Too many failed attempts. Check the credentials and try again in ${seconds} seconds.`,
    {
      headers: { "retry-after": String(seconds) },
      check: "attempt_limit",
      fix: { kind: "wait", seconds },
    },
  );
}

// Hashed to a bounded length, so that the table contains neither email nor IP addresses.
function keyOf({ name }: FailureLimit, parts: readonly string[]): string {
  return sha256([name, ...parts].join("\n")).toString("base64url");
}

/**
 * Takes an attempt for a key unless its window already has `limit`. Atomic across processes. `points` counts the
 * attempts in the window, which ends at `expire` (milliseconds since 1970), or without an attempt in `waitMs`, if
 * known. Reads first, so that rejecting a flood writes nothing; the update's WHERE rejects concurrent attempts beyond.
 */
export const takeAttempt = sql<
  { key: string; limit: number; windowMs: number },
  | { points: number; expire: string; waitMs: null }
  | { points: null; expire: null; waitMs: number | null }
>(
  "take-attempt",
  { points: "int4", expire: "text", waitMs: "int4?" },
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

// Only within the same window; a later one is unaffected.
export const giveBackAttempt = sql<{ key: string; expire: string }>(
  "give-back-attempt",
  {},
  `
  UPDATE failed_attempts SET points = points - 1 WHERE key = :key AND expire = :expire::bigint AND points > 0`,
);
