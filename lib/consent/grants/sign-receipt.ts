import { sign } from "node:crypto";
import { signingKey } from "@/lib/consent/grants/receipt-keys";
import { RECEIPT_TYPE } from "@/lib/consent/grants/verify-signed-receipt";
import type { Receipt } from "@/lib/consent/grants/write-receipt";
import { env } from "@/lib/core/env";

/** A receipt as a file: a signature over the receipt, with the receipt in clear beside it for people. */
type SignedReceipt = FlattenedSignature & { receipt: SignedContent };

/** The signed content: the receipt, its issuer, and its time. */
type SignedContent = Receipt & { issuer: string; issued_at: string };

/** Signs a receipt in the name of this installation. */
export async function signReceipt(content: Receipt): Promise<SignedReceipt> {
  const receipt = { issuer: env().baseUrl, issued_at: new Date().toISOString(), ...content };
  return { receipt, ...(await signAsInstallation(receipt, RECEIPT_TYPE)) };
}

/** A flattened JSON Web Signature (RFC 7515 section 7.2.2) with Ed25519 (RFC 8037). */
type FlattenedSignature = { payload: string; protected: string; signature: string };

/**
 * Signs content in the name of this installation, with the key whose public part is published for receipts.
 * @param type media type of the signature, so that it cannot be used as anything else
 */
async function signAsInstallation(content: object, type: string): Promise<FlattenedSignature> {
  const { keyId, privateKey } = await signingKey();
  const header = encode({ alg: "EdDSA", kid: keyId, typ: type });
  const payload = encode(content);
  const signature = sign(null, Buffer.from(`${header}.${payload}`), privateKey);
  return { payload, protected: header, signature: signature.toString("base64url") };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
