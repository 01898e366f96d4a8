import { sha256 } from "@/lib/kernel/crypto/hash";
import { newToken } from "@/lib/kernel/crypto/tokens";
import { env } from "@/lib/kernel/env";
import { hasUsers, replaceSetupLink } from "@/lib/setup/repository";

const LINK_SECONDS = 24 * 60 * 60;

/**
 * Creates the one-time link for the first owner, as long as there are no accounts. Each start makes a new link and
 * invalidates the earlier one.
 * @returns the link, or null if there are accounts already
 */
export async function offerOwnerLink(): Promise<string | null> {
  if (await hasUsers()) return null;
  const token = newToken("link");
  await replaceSetupLink(sha256(token), new Date(Date.now() + LINK_SECONDS * 1000));
  return `${env().baseUrl}/setup/${token}`;
}
