import { type ProvenRecovery, proveRecovery } from "@/lib/accounts/recovery/prove-recovery";
import { openLink } from "@/lib/auth/open-link";

/**
 * Whom a recovery link still lets in, or null when it was used, has run out or was never ours.
 * @throws ServiceError slow_down for a network that tried many links which lead nowhere
 */
export function openRecovery(
  token: string,
  ipAddress: string | null,
): Promise<ProvenRecovery | null> {
  return openLink(ipAddress, () => proveRecovery(token));
}
