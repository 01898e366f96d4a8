import { z } from "zod";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { type RowOf, sql } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";
import type { KeyOwner } from "@/lib/operation/idempotency/run-once-per-key";

export type IdempotentKey = KeyOwner & { key: string };

/** A stored response: encrypted, because it may contain a new secret. */
const STORED_ANSWER = { status: "int4!", encrypted: "bytea!", encryptionKeyId: "text!" } as const;

type StoredAnswer = RowOf<typeof STORED_ANSWER>;

const begin = sql<IdempotentKey & { requestHash: Uint8Array; lifetime: number }, { key: string }>(
  "begin-idempotent-request",
  { key: "text" },
  `
  INSERT INTO idempotent_requests AS r (organization_id, actor, key, request_hash, expires_at)
  VALUES (:organizationId, :actor, :key, :requestHash, now() + make_interval(secs => :lifetime))
  ON CONFLICT (organization_id, actor, key) DO UPDATE SET
    request_hash = EXCLUDED.request_hash, status = NULL, encrypted = NULL,
    encryption_key_id = NULL, created_at = now(), expires_at = EXCLUDED.expires_at
  WHERE r.expires_at <= now()
  RETURNING key`,
);

/** Takes the key for a request for so many seconds. @returns whether no other request held it */
export async function beginRequest(
  at: IdempotentKey,
  requestHash: Uint8Array,
  lifetime: number,
): Promise<boolean> {
  return (await begin({ ...at, requestHash, lifetime })).length === 1;
}

const find = sql<
  IdempotentKey,
  { requestHash: Uint8Array } & (StoredAnswer | Record<keyof StoredAnswer, null>)
>(
  "find-idempotent-request",
  { requestHash: "bytea", ...STORED_ANSWER },
  `
  SELECT request_hash AS "requestHash", status, encrypted, encryption_key_id AS "encryptionKeyId"
  FROM idempotent_requests WHERE organization_id = :organizationId AND actor = :actor AND key = :key`,
);

/** The request that holds a key; its response is null while it is running. */
export async function findRequest(
  at: IdempotentKey,
): Promise<{ requestHash: Uint8Array; answer: StoredAnswer | null } | null> {
  const [row] = await find(at);
  if (!row) return null;
  const { requestHash, ...answer } = row;
  return { requestHash, answer: answer.status === null ? null : answer };
}

/** Stores the response to the request that holds the key. */
export const storeAnswer = sql<IdempotentKey & StoredAnswer>(
  "keep-idempotent-answer",
  {},
  `
  UPDATE idempotent_requests SET status = :status, encrypted = :encrypted, encryption_key_id = :encryptionKeyId
  WHERE organization_id = :organizationId AND actor = :actor AND key = :key`,
);

/** Releases the key after a request that changed nothing. */
export const forgetRequest = sql<IdempotentKey>(
  "forget-idempotent-request",
  {},
  `
  DELETE FROM idempotent_requests
  WHERE organization_id = :organizationId AND actor = :actor AND key = :key AND status IS NULL`,
);

/** Stored responses of all organizations after a key, in order. */
export const listAnswersAfter = sql<
  IdempotentKey & { limit: number },
  IdempotentKey & StoredAnswer
>(
  "list-idempotent-answers",
  {
    organizationId: "text",
    actor: "text",
    key: "text",
    ...STORED_ANSWER,
  },
  `
  SELECT organization_id AS "organizationId", actor, key, status, encrypted, encryption_key_id AS "encryptionKeyId"
  FROM idempotent_requests
  WHERE (organization_id, actor, key) > (:organizationId, :actor, :key) AND status IS NOT NULL
  ORDER BY organization_id, actor, key LIMIT :limit`,
);

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
