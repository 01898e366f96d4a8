import { findLinkedPerson, type Recovery } from "@/lib/identity/account/recovery/repository";
import { openLink } from "@/lib/identity/sessions/link";

/**
 * Returns the person and the effects of a recovery link, or null if it was used, has expired or is invalid.
 * @throws ServiceError too_many_requests for a network that tried too many invalid links
 */
export function openRecovery(token: string, ipAddress: string | null): Promise<Recovery | null> {
  return openLink(token, ipAddress, findLinkedPerson);
}
