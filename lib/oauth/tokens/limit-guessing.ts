import { sha256 } from "@/lib/kernel/crypto/hash";
import { ServiceError } from "@/lib/kernel/errors";
import { networkOf } from "@/lib/kernel/http/network-of";
import { type FailureLimit, reserveAttempt } from "@/lib/limits/failure-limit";

const WRONG_SECRETS: FailureLimit = { name: "wrong-secret", failures: 20, windowSeconds: 60 };

/**
 * Counts a wrong secret. A right one is never delayed, since 256 bits cannot be guessed. Counted by
 * network and one byte of the key's hash: invented keys leave at most 256 rows for a network, and known
 * keys are counted the same way, so that responses reveal nothing.
 * @returns the error once a network has sent too many, or null
 */
export async function countWrongSecret(
  clientId: string,
  ipAddress: string | null,
): Promise<ServiceError | null> {
  const bucket = String(sha256(clientId)[0]);
  try {
    await reserveAttempt([{ limit: WRONG_SECRETS, parts: [networkOf(ipAddress), bucket] }]);
    return null;
  } catch (denial) {
    if (denial instanceof ServiceError) return denial;
    throw denial;
  }
}
