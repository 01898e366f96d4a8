import { Secret } from "otpauth";
import { sha256 } from "@/lib/core/crypto/hash";

/** The number of recovery codes a person has at a time. */
const RECOVERY_CODES = 10;

// 80 bits cannot be guessed even with access to the hashes.
const CODE_BYTES = 10;
const CODE = /^[a-z2-7]{16}$/;

/** New recovery codes, as people write them: `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: CODE_BYTES }).base32.toLowerCase().replace(/(.{4})(?=.)/g, "$1-"),
  );
}

/** The stored hash of a recovery code; null for malformed text. */
export function hashRecoveryCode(userId: string, code: string): Uint8Array<ArrayBuffer> | null {
  const plain = code.toLowerCase().replace(/[\s-]/g, "");
  return CODE.test(plain) ? new Uint8Array(sha256(`recovery:${userId}:${plain}`)) : null;
}
