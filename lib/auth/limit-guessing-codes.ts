import { countFailure, type FailureLimit, refuseIfBlocked } from "@/lib/http/failure-limit";
import { networkOf } from "@/lib/http/network-of";

// Codes have six digits, so their guesses are bounded for the account as a whole as well. Only who
// has the password gets as far as a code: no stranger can lock anybody out here.
const FROM_HERE: FailureLimit = { name: "wrong-code", failures: 5, windowSeconds: 300 };
const FROM_ANYWHERE: FailureLimit = {
  name: "wrong-code-anywhere",
  failures: 50,
  windowSeconds: 3600,
};

/**
 * Refuses to look at further codes for an account whose codes are being guessed.
 * @throws ServiceError slow_down
 */
export function refuseIfGuessingCodes(userId: string, ipAddress: string | null): void {
  refuseIfBlocked(FROM_HERE, [userId, networkOf(ipAddress)]);
  refuseIfBlocked(FROM_ANYWHERE, [userId]);
}

/** Counts a wrong code. */
export async function countWrongCode(userId: string, ipAddress: string | null): Promise<void> {
  await countFailure(FROM_HERE, [userId, networkOf(ipAddress)]);
  await countFailure(FROM_ANYWHERE, [userId]);
}
