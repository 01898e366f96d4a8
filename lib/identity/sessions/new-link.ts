import { sha256 } from "@/lib/core/crypto/hash";
import { newToken } from "@/lib/core/crypto/tokens";
import { env } from "@/lib/core/env";

/** The stored part of a link: the hash of its token, and its expiry. */
export type NewLink = { tokenHash: Uint8Array<ArrayBuffer>; expiresAt: Date };

/**
 * Creates the link of a page that anyone with the link may open: 256 random bits, of which only the hash is stored.
 * @param page the page's path, which the token follows
 */
export function newLink(
  page: "invitation" | "recover" | "setup",
  seconds: number,
): { stored: NewLink; link: string } {
  const token = newToken("link");
  const expiresAt = new Date(Date.now() + seconds * 1000);
  return {
    stored: { tokenHash: hashLink(token), expiresAt },
    link: `${env().baseUrl}/${page}/${token}`,
  };
}

/** The stored hash of a link's token. */
export function hashLink(token: string): NewLink["tokenHash"] {
  return new Uint8Array(sha256(token));
}
