import { randomText } from "@/lib/core/crypto/random";

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
