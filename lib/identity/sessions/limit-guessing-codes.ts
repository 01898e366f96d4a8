import { networkOf } from "@/lib/core/http/ip-address";
import { type Attempt, type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";

// Codes have only six digits, so guesses are limited per account as well. Reaching this step takes the password, so
// strangers cannot lock anyone out.
const FROM_ANYWHERE: FailureLimit = {
  name: "wrong-code-anywhere",
  failures: 50,
  windowSeconds: 3600,
};
const FROM_HERE: FailureLimit = { name: "wrong-code", failures: 5, windowSeconds: 300 };
// As long as a sign-in waits for its code.
const IN_ONE_SIGN_IN: FailureLimit = { name: "wrong-code-in", failures: 5, windowSeconds: 600 };

/**
 * Reserves an attempt at a second-factor or recovery code.
 * @throws ServiceError too_many_requests with Retry-After after too many wrong attempts
 */
export function reserveCode(userId: string, ipAddress: string | null): Promise<Attempt> {
  return reserveAttempt(limitsOf(userId, ipAddress));
}

/**
 * Reserves an attempt for a sign-in that waits for its code.
 * @returns also whether this is the last attempt: the sign-in ends if it fails
 * @throws ServiceError too_many_requests with Retry-After after too many wrong attempts
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
