import { createPublicKey, verify } from "node:crypto";

/** A public key that may have signed something. */
type PublicKey = { kty: string; crv: string; x: string };

/** Whether an Ed25519 key signed a text. A malformed key or signature has not. */
export function isSigned(text: string, signature: string, jwk: PublicKey): boolean {
  try {
    const { kty, crv, x } = jwk;
    const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
    const isEd25519 = key.asymmetricKeyType === "ed25519";
    return isEd25519 && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

/** The JSON in a part of a signature (base64url), or undefined. */
export function decodePart(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
