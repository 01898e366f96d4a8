import { randomFillSync } from "node:crypto";

const POOL_BYTES = 4096;
const pool = Buffer.allocUnsafe(POOL_BYTES);
let usedBytes = POOL_BYTES;

/**
 * Random bytes as text. They are drawn a page at a time, because calling the generator costs more than everything else
 * about making an id or a token.
 *
 * @param bytes At most 4096.
 */
export function randomText(bytes: number, encoding: "hex" | "base64url"): string {
  if (usedBytes + bytes > POOL_BYTES) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  usedBytes += bytes;
  return pool.toString(encoding, usedBytes - bytes, usedBytes);
}
