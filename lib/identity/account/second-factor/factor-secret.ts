import { Secret, TOTP } from "otpauth";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env/env";
import { plainCode } from "@/lib/identity/account/second-factor/typed-code";

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

/**
 * The time step that a code belongs to; null for one that is not of now, and for any other text.
 * @param code as typed
 * @param now milliseconds since 1970
 */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const token = plainCode(code);
  if (!SIX_DIGITS.test(token)) return null;
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
