import { openLink } from "@/lib/identity/sessions/link";
import { hasAccounts, isLinkOpen } from "@/lib/identity/setup/repository";

/**
 * Whether this link can still create the first operator.
 * @throws ServiceError too_many_requests for a network that tried too many invalid links
 */
export async function isSetupOpen(token: string, ipAddress: string | null): Promise<boolean> {
  const openLinkResult = await openLink(
    token,
    ipAddress,
    async (hash) => (await isLinkOpen(hash)) || null,
  );
  return openLinkResult !== null && !(await hasAccounts());
}
