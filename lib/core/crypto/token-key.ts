import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken } from "@/lib/core/crypto/tokens";

/** Under which an access token is stored: its hash and the day that it encodes, 0 for none. */
export type TokenKey = { tokenHash: Buffer; tokenDay: number };

/** The key of an access token. */
export function tokenKey(token: string): TokenKey {
  return { tokenHash: sha256(token), tokenDay: dayOfToken(token) };
}
