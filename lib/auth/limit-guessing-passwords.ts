import { countFailure, type FailureLimit, refuseIfBlocked } from "@/lib/http/failure-limit";
import { networkOf } from "@/lib/http/network-of";

// By account and network, and by network alone; never by account alone, which would let anybody
// lock anybody out.
const ONE_ACCOUNT: FailureLimit = { name: "wrong-password", failures: 10, windowSeconds: 300 };
const ANY_ACCOUNT: FailureLimit = { name: "password-spray", failures: 50, windowSeconds: 300 };

/**
 * Refuses a network that keeps guessing passwords.
 * @throws ServiceError slow_down
 */
export function refuseIfGuessingPasswords(account: string, ipAddress: string | null): void {
  const network = networkOf(ipAddress);
  refuseIfBlocked(ONE_ACCOUNT, [account, network]);
  refuseIfBlocked(ANY_ACCOUNT, [network]);
}

/** Counts a wrong password. */
export async function countWrongPassword(account: string, ipAddress: string | null): Promise<void> {
  const network = networkOf(ipAddress);
  await countFailure(ONE_ACCOUNT, [account, network]);
  await countFailure(ANY_ACCOUNT, [network]);
}
