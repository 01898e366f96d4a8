import { sha256 } from "@/lib/core/crypto/hash";
import { networkOf } from "@/lib/core/http/network-of";
import { type Attempt, type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";

const WRONG_SECRETS: FailureLimit = { name: "wrong-secret", failures: 20, windowSeconds: 60 };

/**
 * Counts a wrong secret. A right one that matches our hash is never delayed, since 256 bits cannot be guessed. Counted by
 * network and one byte of the key's hash: invented keys leave at most 256 rows for a network, and known
 * keys are counted the same way, so that responses reveal nothing.
 * @returns the attempt, to give back if the secret is right after all
 * @throws ServiceError slow_down once a network has sent too many
 */
export function countWrongSecret(clientId: string, ipAddress: string | null): Promise<Attempt> {
  const bucket = String(sha256(clientId)[0]);
  return reserveAttempt([{ limit: WRONG_SECRETS, parts: [networkOf(ipAddress), bucket] }]);
}
