import { z } from "zod";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env";
import type { IdempotentKey, StoredAnswer } from "@/lib/operation/idempotency/repository";

/** A JSON response before it becomes a Response. */
export type Answer = { status: number; body: unknown; headers: Record<string, string> };

const answerSchema = z.object({ body: z.unknown(), headers: z.record(z.string(), z.string()) });

// Bound to its key: a response moved to another row cannot be decrypted.
const contextOf = (at: IdempotentKey) => `${at.organizationId} ${at.actor} ${at.key}`;

/** Encrypts a response for the request that holds the key. */
export function sealAnswer({ status, body, headers }: Answer, at: IdempotentKey): StoredAnswer {
  const plain = JSON.stringify({ body, headers });
  const { keyId, sealed } = sealSecret(env().encryptionKeys, plain, contextOf(at));
  return { status, encrypted: sealed, encryptionKeyId: keyId };
}

/** Decrypts a stored response. */
export function openAnswer(
  { status, encrypted, encryptionKeyId }: StoredAnswer,
  at: IdempotentKey,
): Answer {
  const box = { keyId: encryptionKeyId, sealed: encrypted };
  const plain = openSecret(env().encryptionKeys, box, contextOf(at));
  return { status, ...answerSchema.parse(JSON.parse(plain)) };
}

/** Whether the key under which a response is encrypted is still there. */
export function isReadable({ encryptionKeyId }: StoredAnswer): boolean {
  return env().encryptionKeys.some(({ id }) => id === encryptionKeyId);
}
