import { type ProvenRecovery, proveRecovery } from "@/lib/accounts/recovery/prove-recovery";
import { openLink } from "@/lib/auth/open-link";

/**
 * Returns the person a recovery link belongs to, or null if it was used, has expired or is invalid.
 * @throws ServiceError slow_down for a network that tried too many invalid links
 */
export function openRecovery(
  token: string,
  ipAddress: string | null,
): Promise<ProvenRecovery | null> {
  return openLink(ipAddress, () => proveRecovery(token));
}
