import { openLink } from "@/lib/auth/open-link";
import { sha256 } from "@/lib/kernel/crypto/hash";
import { hasUsers, isLinkOpen } from "@/lib/setup/repository";

/**
 * Whether this link can still create the first owner.
 * @throws ServiceError slow_down for a network that tried too many invalid links
 */
export async function isSetupOpen(token: string, ipAddress: string | null): Promise<boolean> {
  const open = await openLink(ipAddress, async () => (await isLinkOpen(sha256(token))) || null);
  return open !== null && !(await hasUsers());
}
