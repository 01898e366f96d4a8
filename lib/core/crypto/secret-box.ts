import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { env } from "@/lib/core/env/env";
import type { EncryptionKey } from "@/lib/core/env/key-ring";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts `plain` with AES-256-GCM under the first key of the ring. `context` (the owner's id) is authenticated, too,
 * so that a box moved to another row cannot be decrypted. @returns the key's id; nonce, ciphertext and tag in one
 */
export function sealSecret(
  ring: readonly EncryptionKey[],
  plain: string,
  context: string,
): { keyId: string; sealed: Buffer } {
  const current = ring[0];
  if (!current) throw new Error("The encryption key ring is empty");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", current.key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return { keyId: current.id, sealed: Buffer.concat([nonce, body, cipher.getAuthTag()]) };
}

/** Decrypts the result of `sealSecret`. Throws when the key is no longer in the ring or the bytes were changed. */
export function openSecret(
  ring: readonly EncryptionKey[],
  box: { keyId: string; sealed: Uint8Array },
  context: string,
): string {
  const entry = ring.find((key) => key.id === box.keyId);
  if (!entry) throw new Error(`ENCRYPTION_KEYS no longer contains the key "${box.keyId}"`);
  const bytes = Buffer.from(box.sealed);
  const decipher = createDecipheriv("aes-256-gcm", entry.key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([body, decipher.final()]).toString("utf8");
}

/** The form in which a client's secret is stored. */
export type SealedSecret = {
  id: string;
  secretHash: Uint8Array<ArrayBuffer>;
  encrypted: Uint8Array<ArrayBuffer>;
  encryptionKeyId: string;
  /** To recognize it by. */
  lastFour: string;
};

/** Hashes and encrypts a client's secret. It can be decrypted only with that client's id. */
export function sealClientSecret(clientId: string, clear: string): SealedSecret {
  const { keyId, sealed } = sealSecret(env().encryptionKeys, clear, clientId);
  return {
    id: newId(),
    secretHash: new Uint8Array(sha256(clear)),
    encrypted: new Uint8Array(sealed),
    encryptionKeyId: keyId,
    lastFour: clear.slice(-4),
  };
}
