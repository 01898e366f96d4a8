import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** SHA-256 of bytes, or of a string's UTF-8 bytes; 32 bytes. */
export function sha256(data: string | Buffer): Buffer {
  return hash("sha256", data, "buffer");
}

/** HMAC-SHA256 of `text` under `key`, base64url without padding. */
export function hmacSha256(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Compares two strings in a time that depends on their lengths only, which must not be secret. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)];
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}
