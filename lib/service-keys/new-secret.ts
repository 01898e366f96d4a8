import { sha256 } from "@/lib/kernel/crypto/hash";
import { newToken } from "@/lib/kernel/crypto/tokens";
import type { StoredSecret } from "@/lib/service-keys/repository";

const SHOWN = 4;

/** A new secret for a service key: in clear text for the response, and as it is stored. */
export function newServiceSecret(): { clear: string; stored: StoredSecret } {
  const clear = newToken("secret");
  const stored = { secretHash: new Uint8Array(sha256(clear)), lastFour: clear.slice(-SHOWN) };
  return { clear, stored };
}
