import { Secret, TOTP } from "otpauth";
import { sha256 } from "@/lib/core/crypto/hash";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env/env";

/** The stored form of a second factor's secret. */
export function sealFactorSecret(
  userId: string,
  secret: string,
): { encrypted: Uint8Array<ArrayBuffer>; encryptionKeyId: string } {
  const { keyId, sealed } = sealSecret(env().encryptionKeys, secret, contextOf(userId));
  return { encrypted: new Uint8Array(sealed), encryptionKeyId: keyId };
}

/** The secret in base32. Throws if its key is no longer in ENCRYPTION_KEYS. */
export function openFactorSecret(
  userId: string,
  row: { encrypted: Uint8Array; encryptionKeyId: string },
): string {
  const box = { keyId: row.encryptionKeyId, sealed: row.encrypted };
  return openSecret(env().encryptionKeys, box, contextOf(userId));
}

function contextOf(userId: string): string {
  return `second-factor:${userId}`;
}

// The defaults that all authenticator apps assume regardless of the URL (RFC 6238 section 5).
const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const SIX_DIGITS = /^\d{6}$/;
const SECRET_BYTES = 20;
// One step to either side, for clock drift and slow typing (RFC 6238 section 5.2).
const WINDOW = 1;

/** A new secret in base32: 160 bits (RFC 4226 section 4, requirement R6). */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The `otpauth:` address that an authenticator app scans. */
export function totpAddress(secret: string, email: string, issuer: string): string {
  return new TOTP({ ...PARAMETERS, issuer, label: email, secret }).toString();
}

/** The time step of a code as typed; null for any that is not of `now`, in milliseconds since 1970. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const token = plainCode(code);
  if (!SIX_DIGITS.test(token)) return null;
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

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

/** The stored hash of a recovery code as typed; null for any other text. */
export function hashRecoveryCode(userId: string, code: string): Uint8Array<ArrayBuffer> | null {
  const plain = plainCode(code);
  return CODE.test(plain) ? new Uint8Array(sha256(`recovery:${userId}:${plain}`)) : null;
}

const DIGIT = /^\p{Nd}$/u;
const DIGITS = /\p{Nd}/gu;
// Dashes, among them those that keyboards put in their place, and characters that do not show.
const SEPARATORS = /[\s\p{Pd}\p{Cf}\p{M}\u2212\u30fc]/gu;

/** A code as it was issued, from one as people type it: in any script, with capitals, spaces, and dashes. */
export function plainCode(typed: string): string {
  const plain = typed.normalize("NFKC").toLowerCase().replace(SEPARATORS, "");
  return plain.replace(DIGITS, asciiDigit);
}

// The digits of a script follow each other from 0 to 9, and after NFKC those of one style only.
function asciiDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
