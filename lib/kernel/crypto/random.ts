import { randomFillSync } from "node:crypto";

const POOL_BYTES = 4096;
const pool = Buffer.allocUnsafe(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Bytes of the cryptographic generator, as text. They are drawn by the page: a call into the
 * generator takes longer than all else that makes an id or a token.
 *
 * @param bytes How many, at most 4096.
 */
export function randomText(bytes: number, encoding: "hex" | "base64url"): string {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString(encoding, used - bytes, used);
}
