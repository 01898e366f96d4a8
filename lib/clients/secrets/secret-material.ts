import { type SealedSecret, sealClientSecret } from "@/lib/core/crypto/seal-client-secret";
import { openSecret } from "@/lib/core/crypto/secret-box";
import { newToken } from "@/lib/core/crypto/tokens";
import { env } from "@/lib/core/env/env";

/** A new secret and its stored form. `clear` is for the response, never for storage. */
export type SecretMaterial = { clear: string; stored: SealedSecret };

/** Creates a secret for a client; it can be decrypted only with that client's id. */
export function newSecretMaterial(clientId: string): SecretMaterial {
  const clear = newToken("secret");
  return { clear, stored: sealClientSecret(clientId, clear) };
}

/**
 * Decrypts a stored secret. Throws if its key is no longer in ENCRYPTION_KEYS.
 * @returns null for a secret that was imported as a hash
 */
export function revealSecret(
  clientId: string,
  row: { encryptionKeyId: string | null; encrypted: Uint8Array | null },
): string | null {
  if (row.encryptionKeyId === null || row.encrypted === null) return null;
  const box = { keyId: row.encryptionKeyId, sealed: row.encrypted };
  return openSecret(env().encryptionKeys, box, clientId);
}

/** The masked form of a secret. */
export function maskSecret(lastFour: string): string {
  return `••••${lastFour}`;
}
