import { sha256 } from "@/lib/core/crypto/hash";
import { db } from "@/lib/core/db/client";

const HOUR_MS = 3_600_000;

/** An Idempotency-Key that belongs to a different request, in progress or answered. */
export async function mintIdempotentRequest(
  at: { organizationId: string; actor: string; key: string },
  answered: boolean,
): Promise<void> {
  const answer = { status: 201, encrypted: new Uint8Array(40), encryptionKeyId: "k1" };
  await db().idempotentRequest.create({
    data: {
      ...at,
      requestHash: new Uint8Array(sha256("another request")),
      expiresAt: new Date(Date.now() + HOUR_MS),
      ...(answered && answer),
    },
  });
}
