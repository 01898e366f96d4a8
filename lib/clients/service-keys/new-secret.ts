import type { StoredSecret } from "@/lib/clients/service-keys/repository";
import { sha256 } from "@/lib/core/crypto/hash";
import { newToken } from "@/lib/core/crypto/tokens";

const SHOWN = 4;

/**
 * A new secret for a service key: in clear text for the response, and as it is stored.
 * @param seenBy the person who reads the response; null for the shell
 */
export function newServiceSecret(seenBy: string | null): { clear: string; stored: StoredSecret } {
  const clear = newToken("secret");
  const secretHash = new Uint8Array(sha256(clear));
  return { clear, stored: { secretHash, lastFour: clear.slice(-SHOWN), seenBy } };
}
