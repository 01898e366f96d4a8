import { randomFillSync } from "node:crypto";

const POOL_BYTES = 4096;
const pool = Buffer.allocUnsafe(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Random bytes as text. They are drawn a page at a time, because calling the generator costs more than everything else
 * about making an id or a token.
 *
 * @param bytes At most 4096.
 */
export function randomText(bytes: number, encoding: "hex" | "base64url"): string {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString(encoding, used - bytes, used);
}
