import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { sha256 } from "@/lib/crypto/hash";
import { pool } from "@/lib/db/pool";
import { ServiceError } from "@/lib/errors";
import { processState } from "@/lib/process-state";

const MOST_BLOCKED = 10_000;

/** A bound on failures. Successes cost nothing and are never counted. */
export type FailureLimit = {
  /** Unique; also the prefix of its rows. */
  name: string;
  /** Failures in a window before callers of the key are refused. */
  failures: number;
  windowSeconds: number;
};

/**
 * Refuses while the key is blocked. Asks the memory of this process only, so it costs a right caller
 * nothing.
 * @throws ServiceError slow_down with Retry-After
 */
export function refuseIfBlocked(limit: FailureLimit, parts: readonly string[]): void {
  if (blocked().size === 0) return;
  const waitMs = (blocked().get(keyOf(limit, parts)) ?? 0) - Date.now();
  if (waitMs <= 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new ServiceError(
    "slow_down",
    `Too many failed attempts. Check the credentials and try again in ${seconds} seconds.`,
    {
      headers: { "retry-after": String(seconds) },
      check: "attempt_limit",
      fix: { kind: "wait", seconds },
    },
  );
}

/** Counts a failure of the key, in the database for all processes; in memory while it is away. */
export async function countFailure(limit: FailureLimit, parts: readonly string[]): Promise<void> {
  const key = keyOf(limit, parts);
  try {
    const { remainingPoints, msBeforeNext } = await limiterOf(limit).consume(key);
    if (remainingPoints === 0) block(key, msBeforeNext);
  } catch (rejection) {
    // What is thrown beyond the bound is no error: another process blocked the key first.
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    block(key, rejection.msBeforeNext);
  }
}

/** Keys and until when they are refused, in milliseconds since 1970. */
function blocked(): Map<string, number> {
  return processState("blocked-keys", () => new Map());
}

function block(key: string, forMs: number): void {
  const now = Date.now();
  if (blocked().size >= MOST_BLOCKED) {
    for (const [old, until] of blocked()) if (until <= now) blocked().delete(old);
  }
  blocked().set(key, now + forMs);
}

function limiterOf({ name, failures, windowSeconds }: FailureLimit): RateLimiterPostgres {
  return processState(`failure-limit-${name}`, () => {
    const bound = { keyPrefix: name, points: failures, duration: windowSeconds };
    return new RateLimiterPostgres({
      ...bound,
      storeClient: pool(),
      storeType: "pool",
      tableName: "failed_attempts",
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(bound),
    });
  });
}

// Hashed, so that neither e-mail nor address stands in the table, and of bounded length.
function keyOf({ name }: FailureLimit, parts: readonly string[]): string {
  return sha256([name, ...parts].join("\n")).toString("base64url");
}
