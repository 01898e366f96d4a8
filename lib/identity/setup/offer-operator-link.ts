import { newLink } from "@/lib/identity/sessions/link";
import { hasAccounts, replaceSetupLink } from "@/lib/identity/setup/repository";

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
