import { createHash, createPrivateKey, type KeyObject } from "node:crypto";
import { makeKeyPair } from "@/lib/consent/grants/key-pair";
import {
  findSigningKey,
  insertSigningKey,
  listPublicKeys,
  retireSigningKey,
} from "@/lib/consent/grants/receipt-key-repository";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env";

/** A public key as a JSON Web Key (RFC 8037). */
export type ReceiptJwk = {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  use: "sig";
  alg: "EdDSA";
};

/** The key that signs receipts, created on first use. */
export async function signingKey(): Promise<{ keyId: string; privateKey: KeyObject }> {
  const row = (await findSigningKey()) ?? (await makeSigningKey());
  const box = { keyId: row.encryptionKeyId, sealed: row.encrypted };
  const der = openSecret(env().encryptionKeys, box, contextOf(row.keyId));
  const key = Buffer.from(der, "base64");
  return { keyId: row.keyId, privateKey: createPrivateKey({ key, format: "der", type: "pkcs8" }) };
}

/**
 * Signs receipts with a new key from now on. Earlier ones remain verifiable.
 * @returns the new key's id
 */
export async function replaceSigningKey(): Promise<string> {
  await retireSigningKey();
  return (await makeSigningKey()).keyId;
}

/** All public keys that ever signed a receipt, newest first. */
export async function publicReceiptKeys(): Promise<ReceiptJwk[]> {
  return (await listPublicKeys()).map(({ keyId, publicKey }) => ({
    kty: "OKP",
    crv: "Ed25519",
    x: publicKey,
    kid: keyId,
    use: "sig",
    alg: "EdDSA",
  }));
}

// If two processes do this at once, the second gets the key of the first.
async function makeSigningKey() {
  const { publicKey, privateKey } = makeKeyPair();
  const { x = "" } = publicKey.export({ format: "jwk" });
  const keyId = thumbprintOf(x);
  const plain = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  const box = sealSecret(env().encryptionKeys, plain, contextOf(keyId));
  await insertSigningKey({
    keyId,
    publicKey: x,
    encrypted: new Uint8Array(box.sealed),
    encryptionKeyId: box.keyId,
  });
  const row = await findSigningKey();
  if (!row) throw new Error("The key that signs receipts was retired while it was being created");
  return row;
}

// RFC 7638: the required members in lexicographic order, without white space.
function thumbprintOf(x: string): string {
  const members = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  return createHash("sha256").update(members).digest("base64url");
}

function contextOf(keyId: string): string {
  return `receipt-key:${keyId}`;
}
