import { sha256 } from "@/lib/kernel/crypto/hash";
import { newToken } from "@/lib/kernel/crypto/tokens";
import { env } from "@/lib/kernel/env";
import type { NewLink } from "@/lib/organizations/invitations/repository";

const LINK_DAYS = 7;

/** Creates the link of an invitation: 256 bits, of which only the hash is stored, valid for seven days. */
export function newLink(): { stored: NewLink; link: string } {
  const token = newToken("link");
  const expiresAt = new Date(Date.now() + LINK_DAYS * 24 * 60 * 60 * 1000);
  return {
    stored: { tokenHash: hashLink(token), expiresAt },
    link: `${env().baseUrl}/invitation/${token}`,
  };
}

/** The stored hash of a link's token. */
export function hashLink(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(sha256(token));
}
