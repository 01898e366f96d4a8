import { sign } from "node:crypto";
import { signingKey } from "@/lib/consent/grants/receipt-keys";

/** A flattened JSON Web Signature (RFC 7515 section 7.2.2) with Ed25519 (RFC 8037). */
export type FlattenedSignature = { payload: string; protected: string; signature: string };

/**
 * Signs content in the name of this installation, with the key whose public part is published for receipts.
 * @param type media type of the signature, so that it cannot be used as anything else
 */
export async function signAsInstallation(
  content: object,
  type: string,
): Promise<FlattenedSignature> {
  const { keyId, privateKey } = await signingKey();
  const header = encode({ alg: "EdDSA", kid: keyId, typ: type });
  const payload = encode(content);
  const signature = sign(null, Buffer.from(`${header}.${payload}`), privateKey);
  return { payload, protected: header, signature: signature.toString("base64url") };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
