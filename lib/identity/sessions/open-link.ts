import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { networkOf } from "@/lib/core/http/ip-address";
import { type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";
import { hashLink, type NewLink } from "@/lib/identity/sessions/new-link";

const UNKNOWN_LINKS: FailureLimit = { name: "unknown-link", failures: 20, windowSeconds: 300 };

/**
 * Looks up the target of a link by its token, limiting networks that may be guessing.
 * @param find returns null for an unknown token
 * @throws ServiceError slow_down with Retry-After for a network that tried too many
 */
export async function openLink<T>(
  token: string,
  ipAddress: string | null,
  find: (tokenHash: NewLink["tokenHash"]) => Promise<T | null>,
): Promise<T | null> {
  const attempt = await reserveAttempt([{ limit: UNKNOWN_LINKS, parts: [networkOf(ipAddress)] }]);
  const found = isTokenOfKind(token, "link") ? await find(hashLink(token)) : null;
  if (found !== null) await attempt.refund();
  return found;
}
