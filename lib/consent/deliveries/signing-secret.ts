import { createHmac } from "node:crypto";
import { findLastUsedSecret } from "@/lib/consent/deliveries/signing-repository";
import { openSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env/env";

/**
 * The secret, in clear text, with which to sign calls to a client: the live one it used last, since after a rotation it
 * may not have the newest yet. Null if it has none.
 */
export async function signingSecret(owner: {
  organizationId: string;
  clientId: string;
}): Promise<string | null> {
  const row = await findLastUsedSecret(owner);
  if (!row?.encrypted || !row.encryptionKeyId) return null;
  const box = { keyId: row.encryptionKeyId, sealed: row.encrypted };
  return openSecret(env().encryptionKeys, box, owner.clientId);
}

/** The signature of a call to an extension: hex HMAC-SHA256 of the body under its secret. */
export function signBody(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
