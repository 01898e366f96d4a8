import { findLastUsedSecret } from "@/lib/deliveries/signing-repository";
import { openSecret } from "@/lib/kernel/crypto/secret-box";
import { env } from "@/lib/kernel/env";

/**
 * The secret of a client, in clear, with which to sign calls to it: the live one that it used last, since it may not
 * know the newest yet after a rotation. Null if it has none.
 */
export async function signingSecret(owner: {
  organizationId: string;
  clientId: string;
}): Promise<string | null> {
  const row = await findLastUsedSecret(owner);
  if (!row) return null;
  const box = { keyId: row.encryptionKeyId, sealed: row.encrypted };
  return openSecret(env().encryptionKeys, box, owner.clientId);
}
