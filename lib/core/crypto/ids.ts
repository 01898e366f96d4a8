import { randomFillSync } from "node:crypto";

const ID = /^[0-9a-f]{24}$/;

/** Makes an id of 24 hex characters, time first, so that new rows are adjacent in an index. Ids are not secret. */
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

/** Up to 4096 random bytes as text, drawn a page at a time: calling the generator costs more than the rest of an id. */
export function randomText(bytes: number, encoding: "hex" | "base64url"): string {
  if (usedBytes + bytes > POOL_BYTES) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  usedBytes += bytes;
  return pool.toString(encoding, usedBytes - bytes, usedBytes);
}
