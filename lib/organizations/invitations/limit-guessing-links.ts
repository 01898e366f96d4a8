import { countFailure, type FailureLimit, refuseIfBlocked } from "@/lib/http/failure-limit";
import { networkOf } from "@/lib/http/network-of";

const UNKNOWN_LINKS: FailureLimit = {
  name: "unknown-invitation",
  failures: 20,
  windowSeconds: 300,
};

/**
 * Refuses a network that keeps trying links which do not exist.
 * @throws ServiceError slow_down
 */
export function refuseIfGuessingLinks(ipAddress: string | null): void {
  refuseIfBlocked(UNKNOWN_LINKS, [networkOf(ipAddress)]);
}

/** Counts a link that does not exist. */
export function countUnknownLink(ipAddress: string | null): Promise<void> {
  return countFailure(UNKNOWN_LINKS, [networkOf(ipAddress)]);
}
