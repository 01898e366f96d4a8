import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { sealSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env/env";

const SHOWN = 4;

/** The form in which a client's secret is stored. */
export type SealedSecret = {
  id: string;
  secretHash: Uint8Array<ArrayBuffer>;
  encrypted: Uint8Array<ArrayBuffer>;
  encryptionKeyId: string;
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
    lastFour: clear.slice(-SHOWN),
  };
}
