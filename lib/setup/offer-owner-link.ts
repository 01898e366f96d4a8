import { sha256 } from "@/lib/kernel/crypto/hash";
import { newToken } from "@/lib/kernel/crypto/tokens";
import { env } from "@/lib/kernel/env";
import { hasUsers, replaceSetupLink } from "@/lib/setup/repository";

const LINK_SECONDS = 24 * 60 * 60;

/**
 * The one-time link that creates the first owner, as long as nobody can sign in. Each start makes a
 * new one and puts the earlier out of use.
 * @returns the link, or null when there are people already
 */
export async function offerOwnerLink(): Promise<string | null> {
  if (await hasUsers()) return null;
  const token = newToken("link");
  await replaceSetupLink(sha256(token), new Date(Date.now() + LINK_SECONDS * 1000));
  return `${env().baseUrl}/setup/${token}`;
}
