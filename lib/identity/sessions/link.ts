import { sha256 } from "@/lib/core/crypto/hash";
import { isTokenOfKind, newToken } from "@/lib/core/crypto/tokens";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { networkOf } from "@/lib/core/http/ip-address";
import { type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";

/** The stored part of a link: the hash of its token, and its expiry. */
export type NewLink = { tokenHash: Uint8Array<ArrayBuffer>; expiresAt: Date };

/** Creates the link of a page that anyone with it may open: 256 random bits, of which only the hash is stored. */
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

export function hashLink(token: string): NewLink["tokenHash"] {
  return new Uint8Array(sha256(token));
}

const UNKNOWN_LINKS: FailureLimit = { name: "unknown-link", failures: 20, windowSeconds: 300 };

/** Looks up a link's target, or null. @throws ServiceError too_many_requests for a network that tried too many */
export async function openLink<T>(
  token: string,
  ipAddress: string | null,
  find: (tokenHash: NewLink["tokenHash"]) => Promise<T | null>,
): Promise<T | null> {
  const attempt = await reserveAttempt([{ limit: UNKNOWN_LINKS, parts: [networkOf(ipAddress)] }]);
  const row = isTokenOfKind(token, "link") ? await find(hashLink(token)) : null;
  if (row !== null) await attempt.refund();
  return row;
}

/** Resolves to what a page shows, or to `too_many_attempts`. */
export async function orTooMany<T>(opening: Promise<T>): Promise<T | "too_many_attempts"> {
  try {
    return await opening;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "too_many_requests")
      return "too_many_attempts";
    throw thrown;
  }
}
