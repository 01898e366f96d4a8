import { sha256 } from "@/lib/core/crypto/hash";
import { ServiceError } from "@/lib/core/errors";
import {
  giveBackAttempt,
  type TakenAttempt,
  takeAttempt,
} from "@/lib/core/limits/failure-limit-repository";

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

type Reserved = { limit: FailureLimit; key: string; taken: TakenAttempt };

/**
 * Reserves one attempt per key before a guess is evaluated, so that concurrent guesses in any number of processes never
 * exceed the limit.
 * @param keys the widest first: once that one is full, keys made up by a caller leave no row
 * @throws ServiceError slow_down with Retry-After; then nothing stays reserved
 */
export async function reserveAttempt(keys: readonly LimitedKey[]): Promise<Attempt> {
  const reserved: Reserved[] = [];
  const refund = async () => {
    for (const { key, taken } of reserved) await giveBackAttempt(key, taken);
  };
  for (const { limit, parts } of keys) {
    const key = keyOf(limit, parts);
    const { attempt, waitMs } = await takeAttempt(key, limit.failures, limit.windowSeconds * 1000);
    if (!attempt) {
      await refund();
      throw tooMany(waitMs === null ? limit.windowSeconds : Math.ceil(waitMs / 1000));
    }
    reserved.push({ limit, key, taken: attempt });
  }
  const exhausts = reserved
    .filter(({ limit, taken }) => taken.points >= limit.failures)
    .map(({ limit }) => limit);
  return { exhausts, refund };
}

/** The error for a caller with too many failures. */
export function tooMany(seconds: number): ServiceError {
  return new ServiceError(
    "slow_down",
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
