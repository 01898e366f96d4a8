import { newLink, openLink } from "@/lib/identity/sessions/link";
import { hasAccounts, isLinkOpen, replaceSetupLink } from "@/lib/identity/setup/repository";

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

const LINK_SECONDS = 24 * 60 * 60;

/**
 * Creates the one-time link for the first operator, as long as there are no accounts. Each start makes a new link and
 * invalidates the earlier one.
 * @returns the link, or null if there are accounts already
 */
export async function offerOperatorLink(): Promise<string | null> {
  if (await hasAccounts()) return null;
  const { stored, link } = newLink("setup", LINK_SECONDS);
  await replaceSetupLink(stored);
  return link;
}
