import { countFailure, type FailureLimit, refuseIfBlocked } from "@/lib/http/failure-limit";
import { networkOf } from "@/lib/http/network-of";

// By client and network: whoever guesses cannot shut out the client itself, which calls from elsewhere.
const WRONG_SECRETS: FailureLimit = { name: "wrong-secret", failures: 20, windowSeconds: 60 };

/**
 * Refuses a network that keeps presenting wrong secrets for a client.
 * @throws ServiceError slow_down
 */
export function refuseIfGuessing(clientId: string, ipAddress: string | null): void {
  refuseIfBlocked(WRONG_SECRETS, [clientId, networkOf(ipAddress)]);
}

/** Counts a wrong secret. */
export function countWrongSecret(clientId: string, ipAddress: string | null): Promise<void> {
  return countFailure(WRONG_SECRETS, [clientId, networkOf(ipAddress)]);
}
