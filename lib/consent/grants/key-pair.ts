import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";

/**
 * Makes an Ed25519 key pair (RFC 8032).
 *
 * The keys are encoded and read back. Node can deadlock when it exports a key object as JWK that it has just generated:
 * if the garbage collector frees the generation job meanwhile, the job waits for the lock that the export holds.
 */
export function makeKeyPair(): { publicKey: KeyObject; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { publicKey: createPublicKey(publicKey), privateKey: createPrivateKey(privateKey) };
}
