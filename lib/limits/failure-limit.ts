import { sha256 } from "@/lib/kernel/crypto/hash";
import { ServiceError } from "@/lib/kernel/errors";
import {
  giveBackAttempt,
  type TakenAttempt,
  takeAttempt,
} from "@/lib/limits/failure-limit-repository";

/** A limit on failures. Successes are given back and cost nothing. */
export type FailureLimit = {
  /** Unique. */
  name: string;
  /** Failures in a window before callers of the key are refused. */
  failures: number;
  windowSeconds: number;
};

/** A limit and whose failures it counts. */
export type LimitedKey = { limit: FailureLimit; parts: readonly string[] };

/** An attempt that was reserved before what may fail is looked at. */
export type Attempt = {
  /** The limits of which this is the last attempt in the window. */
  exhausts: readonly FailureLimit[];
  /** Gives it back, because it succeeded. */
  refund(): Promise<void>;
};

type Reserved = { limit: FailureLimit; key: string; taken: TakenAttempt };

/**
 * Reserves one attempt of each key, before a guess is looked at: however many come at the same
 * moment, in however many processes, no more than the limit are evaluated.
 * @param keys the widest first: a key that a caller makes up leaves no row once that one is full
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

/** The refusal of a caller who failed too often. */
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

// Hashed, so that neither e-mail nor address stands in the table, and of bounded length.
function keyOf({ name }: FailureLimit, parts: readonly string[]): string {
  return sha256([name, ...parts].join("\n")).toString("base64url");
}
