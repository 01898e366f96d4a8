import { createHmac } from "node:crypto";
import { openSecret } from "@/lib/core/crypto/secret-box";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";

type OwnedClient = { organizationId: string; clientId: string };

/**
 * The secret, in clear text, with which to sign calls to a client: the live one it used last, since after a rotation it
 * may not have the newest yet. Null if it has none.
 */
export async function signingSecret({ organizationId, clientId }: OwnedClient) {
  const row = await db().clientSecret.findFirst({
    where: {
      clientId,
      client: { organizationId },
      revokedAt: null,
      // One that was imported as a hash cannot sign.
      encrypted: { not: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    orderBy: [
      { lastUsedAt: { sort: "desc", nulls: "last" } },
      { lastTriedAt: { sort: "desc", nulls: "last" } },
      { createdAt: "desc" },
      { id: "desc" },
    ],
    select: { encryptionKeyId: true, encrypted: true },
  });
  if (!row?.encrypted || !row.encryptionKeyId) return null;
  const box = { keyId: row.encryptionKeyId, sealed: row.encrypted };
  return openSecret(env().encryptionKeys, box, clientId);
}

/** The signature of a call to an extension: hex HMAC-SHA256 of the body under its secret. */
export function signBody(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
