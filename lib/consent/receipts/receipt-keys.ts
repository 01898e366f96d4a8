import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import {
  findSigningKey,
  insertSigningKey,
  listPublicKeys,
  retireSigningKey,
} from "@/lib/consent/receipts/receipt-repository";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env/env";

const ED25519 = { kty: "OKP", crv: "Ed25519" } as const;

/** The key that signs receipts, created on first use. */
export async function signingKey(): Promise<{ keyId: string; privateKey: KeyObject }> {
  const { keyId, encrypted, encryptionKeyId } =
    (await findSigningKey()) ?? (await makeSigningKey());
  const box = { keyId: encryptionKeyId, sealed: encrypted };
  const key = Buffer.from(openSecret(env().encryptionKeys, box, contextOf(keyId)), "base64");
  return { keyId, privateKey: createPrivateKey({ key, format: "der", type: "pkcs8" }) };
}

/** Signs receipts with a new key from now on. Earlier ones remain verifiable. @returns the new key's id */
export async function replaceSigningKey(): Promise<string> {
  await retireSigningKey();
  return (await makeSigningKey()).keyId;
}

/** All public keys that ever signed a receipt, newest first (RFC 8037). */
export async function publicReceiptKeys(): Promise<JWK[]> {
  const keys = await listPublicKeys();
  return keys.map(({ keyId, publicKey: x }) => ({
    ...ED25519,
    x,
    kid: keyId,
    use: "sig",
    alg: "EdDSA",
  }));
}

// If two processes do this at once, the second gets the key of the first.
async function makeSigningKey() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  });
  // The encoding ends with the key (RFC 8410). Node can deadlock when it exports a new key object as JWK.
  const x = publicKey.subarray(-32).toString("base64url");
  const keyId = await calculateJwkThumbprint({ ...ED25519, x });
  const box = sealSecret(env().encryptionKeys, privateKey.toString("base64"), contextOf(keyId));
  const encrypted = new Uint8Array(box.sealed);
  await insertSigningKey({ keyId, publicKey: x, encrypted, encryptionKeyId: box.keyId });
  const row = await findSigningKey();
  if (!row) throw new Error("The key that signs receipts was retired while it was being created");
  return row;
}

function contextOf(keyId: string): string {
  return `receipt-key:${keyId}`;
}
