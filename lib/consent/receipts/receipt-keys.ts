import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, type FlattenedJWS, FlattenedSign, type JWK } from "jose";
import type { Receipt } from "@/lib/consent/receipts/receipt";
import { RECEIPT_TYPE } from "@/lib/consent/receipts/verify-signed-receipt";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";

const ED25519 = { kty: "OKP", crv: "Ed25519" } as const;

/** A receipt as a file: a flattened JSON Web Signature (RFC 7515 section 7.2.2), with its content in clear beside it. */
type SignedReceipt = FlattenedJWS & { receipt: Receipt & { issuer: string; issued_at: string } };

/** Signs a receipt in the name of this installation, with Ed25519 (RFC 8037). */
export async function signReceipt(content: Receipt): Promise<SignedReceipt> {
  const { keyId, privateKey } = await signingKey();
  const receipt = { issuer: env().baseUrl, issued_at: new Date().toISOString(), ...content };
  const signature = await new FlattenedSign(Buffer.from(JSON.stringify(receipt)))
    .setProtectedHeader({ alg: "EdDSA", kid: keyId, typ: RECEIPT_TYPE })
    .sign(privateKey);
  return { receipt, ...signature };
}

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
  const data = { retiredAt: new Date() };
  await db().receiptKey.updateMany({ where: { retiredAt: null }, data });
  return (await makeSigningKey()).keyId;
}

function findSigningKey() {
  return db().receiptKey.findFirst({
    where: { retiredAt: null },
    select: { keyId: true, encrypted: true, encryptionKeyId: true },
  });
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
  const data = { keyId, publicKey: x, encrypted, encryptionKeyId: box.keyId };
  await db().receiptKey.createMany({ data, skipDuplicates: true });
  const row = await findSigningKey();
  if (!row) throw new Error("The key that signs receipts was retired while it was being created");
  return row;
}

function contextOf(keyId: string): string {
  return `receipt-key:${keyId}`;
}

/** All public keys that ever signed a receipt, newest first (RFC 8037). */
export async function publicReceiptKeys(): Promise<JWK[]> {
  const keys = await db().receiptKey.findMany({
    select: { keyId: true, publicKey: true },
    orderBy: [{ createdAt: "desc" }, { keyId: "asc" }],
  });
  return keys.map(({ keyId, publicKey: x }) => ({
    ...ED25519,
    x,
    kid: keyId,
    use: "sig",
    alg: "EdDSA",
  }));
}

/**
 * GET `/.well-known/latchkey-receipt-keys.json`: the public keys of every receipt that this installation ever
 * signed, as a JWK set (RFC 7517 section 5). Empty before the first receipt.
 */
export async function publishReceiptKeys(request: ApiRequest): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    return new Response(JSON.stringify({ keys: await publicReceiptKeys() }), {
      headers: {
        "content-type": "application/jwk-set+json",
        "cache-control": "public, max-age=300",
      },
    });
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}
