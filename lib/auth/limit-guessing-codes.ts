import { networkOf } from "@/lib/kernel/http/network-of";
import { type Attempt, type FailureLimit, reserveAttempt } from "@/lib/limits/failure-limit";

// Codes have six digits, so their guesses are limited for the account as a whole as well. Only who
// has the password gets as far as a code: no stranger can lock anybody out here.
const FROM_ANYWHERE: FailureLimit = {
  name: "wrong-code-anywhere",
  failures: 50,
  windowSeconds: 3600,
};
const FROM_HERE: FailureLimit = { name: "wrong-code", failures: 5, windowSeconds: 300 };
// As long as a sign-in waits for its code.
const IN_ONE_SIGN_IN: FailureLimit = { name: "wrong-code-in", failures: 5, windowSeconds: 600 };

/**
 * Reserves a look at a code of a person's second factor, or at a recovery code.
 * @throws ServiceError slow_down with Retry-After after too many wrong ones
 */
export function reserveCode(userId: string, ipAddress: string | null): Promise<Attempt> {
  return reserveAttempt(limitsOf(userId, ipAddress));
}

/**
 * The same for a sign-in that waits for its code.
 * @returns also whether this is the sign-in's last code: it ends when that is wrong
 * @throws ServiceError slow_down with Retry-After after too many wrong ones
 */
export async function reserveCodeOfSignIn(
  { userId, sessionId }: { userId: string; sessionId: string },
  ipAddress: string | null,
): Promise<Attempt & { isLast: boolean }> {
  const ofSignIn = { limit: IN_ONE_SIGN_IN, parts: [sessionId] };
  const attempt = await reserveAttempt([ofSignIn, ...limitsOf(userId, ipAddress)]);
  return { ...attempt, isLast: attempt.exhausts.includes(IN_ONE_SIGN_IN) };
}

function limitsOf(userId: string, ipAddress: string | null) {
  return [
    { limit: FROM_ANYWHERE, parts: [userId] },
    { limit: FROM_HERE, parts: [userId, networkOf(ipAddress)] },
  ];
}
