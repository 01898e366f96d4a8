import { Secret } from "otpauth";
import { sha256 } from "@/lib/kernel/crypto/hash";

/** How many recovery codes a person gets at a time. */
const RECOVERY_CODES = 10;

// 80 bits: out of reach even for who has the hashes.
const CODE_BYTES = 10;
const CODE = /^[a-z2-7]{16}$/;

/** New recovery codes, as people write them: `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: CODE_BYTES }).base32.toLowerCase().replace(/(.{4})(?=.)/g, "$1-"),
  );
}

/** What is stored of a person's recovery code; null for text that is none. */
export function hashRecoveryCode(userId: string, code: string): Uint8Array<ArrayBuffer> | null {
  const plain = code.toLowerCase().replace(/[\s-]/g, "");
  return CODE.test(plain) ? new Uint8Array(sha256(`recovery:${userId}:${plain}`)) : null;
}
