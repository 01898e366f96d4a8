import { randomFillSync } from "node:crypto";

const ID = /^[0-9a-f]{24}$/;

/**
 * Makes a new id: 24 lower-case hex characters, four bytes of time and eight random bytes, so that new rows are
 * adjacent in an index. Ids are never secret.
 */
export function newId(now = Date.now()): string {
  const seconds = Math.floor(now / 1000) >>> 0;
  return seconds.toString(16).padStart(8, "0") + randomText(8, "hex");
}

/** Whether `text` looks like an id: 24 lower-case hex characters. */
export function isId(text: string): boolean {
  return ID.test(text);
}

const POOL_BYTES = 4096;
const pool = Buffer.allocUnsafe(POOL_BYTES);
let usedBytes = POOL_BYTES;

/**
 * Random bytes as text. They are drawn a page at a time, because calling the generator costs more than everything else
 * about making an id or a token.
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
