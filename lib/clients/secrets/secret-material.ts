import { sha256 } from "@/lib/kernel/crypto/hash";
import { newId } from "@/lib/kernel/crypto/ids";
import { openSecret, sealSecret } from "@/lib/kernel/crypto/secret-box";
import { newToken } from "@/lib/kernel/crypto/tokens";
import { env } from "@/lib/kernel/env";

const SHOWN = 4;

/** A new secret and its stored form. */
export type SecretMaterial = {
  /** In clear text: for the response, never for storage. */
  clear: string;
  stored: {
    id: string;
    secretHash: Uint8Array<ArrayBuffer>;
    encrypted: Uint8Array<ArrayBuffer>;
    encryptionKeyId: string;
    lastFour: string;
  };
};

/** Creates a secret for a client; it can be decrypted only with that client's id. */
export function newSecretMaterial(clientId: string): SecretMaterial {
  const clear = newToken("secret");
  return { clear, stored: sealClientSecret(clientId, clear) };
}

/** The form in which a client's secret is stored. */
export function sealClientSecret(clientId: string, clear: string): SecretMaterial["stored"] {
  const { keyId, sealed } = sealSecret(env().encryptionKeys, clear, clientId);
  return {
    id: newId(),
    secretHash: new Uint8Array(sha256(clear)),
    encrypted: new Uint8Array(sealed),
    encryptionKeyId: keyId,
    lastFour: clear.slice(-SHOWN),
  };
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
