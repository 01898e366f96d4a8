import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env";

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
