import { sign } from "node:crypto";
import { signingKey } from "@/lib/consent/grants/receipt-keys";
import { RECEIPT_TYPE } from "@/lib/consent/grants/verify-signed-receipt";
import type { Receipt } from "@/lib/consent/grants/write-receipt";
import { env } from "@/lib/kernel/env";

/**
 * A receipt as a file: a flattened JSON Web Signature (RFC 7515 section 7.2.2) over the receipt, Ed25519
 * (RFC 8037), with the receipt in clear beside it for people.
 */
export type SignedReceipt = {
  receipt: SignedContent;
  payload: string;
  protected: string;
  signature: string;
};

/** What is signed: the receipt, who wrote it and when. */
export type SignedContent = Receipt & { issuer: string; issued_at: string };

/** Signs a receipt in the name of this installation. */
export async function signReceipt(content: Receipt): Promise<SignedReceipt> {
  const { keyId, privateKey } = await signingKey();
  const receipt = { issuer: env().baseUrl, issued_at: new Date().toISOString(), ...content };
  const header = encode({ alg: "EdDSA", kid: keyId, typ: RECEIPT_TYPE });
  const payload = encode(receipt);
  const signature = sign(null, Buffer.from(`${header}.${payload}`), privateKey);
  return { receipt, payload, protected: header, signature: signature.toString("base64url") };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
