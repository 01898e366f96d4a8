import { inPasswordQueue, verifyPassword } from "@/lib/core/crypto/passwords";
import { networkOf } from "@/lib/core/http/ip-address";
import { type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";
import { replacePasswordHash } from "@/lib/identity/sessions/repository";

// By account and network, and by network alone; never by account alone, which would let anyone lock an account.
const ANY_ACCOUNT: FailureLimit = { name: "password-spray", failures: 50, windowSeconds: 300 };
const ONE_ACCOUNT: FailureLimit = { name: "wrong-password", failures: 10, windowSeconds: 300 };

/**
 * Checks a password that may be a guess, which counts once however it is normalized. A hash of a text that is not in NFC,
 * which earlier versions stored, is replaced.
 * @param account email address in lower case, with or without an account
 * @throws ServiceError too_many_requests with Retry-After after too many wrong attempts
 */
export function checkPassword(
  account: string,
  passwordHash: string,
  password: string,
  ipAddress: string | null,
): Promise<boolean> {
  const network = networkOf(ipAddress);
  // Reserved only at its turn in the queue, so that concurrent sign-ins wait for each other instead of using up the
  // network's attempts.
  return inPasswordQueue(async () => {
    const attempt = await reserveAttempt([
      { limit: ANY_ACCOUNT, parts: [network] },
      { limit: ONE_ACCOUNT, parts: [account, network] },
    ]);
    const match = await verifyPassword(passwordHash, password);
    if (match === null) return false;
    await attempt.refund();
    if (match.replacement) await replacePasswordHash(account, passwordHash, match.replacement);
    return true;
  });
}
