import { type FlattenedJWS, FlattenedSign } from "jose";
import type { Receipt } from "@/lib/consent/receipts/receipt";
import { signingKey } from "@/lib/consent/receipts/receipt-keys";
import { RECEIPT_TYPE } from "@/lib/consent/receipts/verify-signed-receipt";
import { env } from "@/lib/core/env/env";

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
