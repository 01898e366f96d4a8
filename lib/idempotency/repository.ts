import { hotQuery } from "@/lib/kernel/db/pool";

/** Whose key it is. */
export type IdempotentKey = { organizationId: string; actor: string; key: string };

/** An answer as it is kept: sealed, because it may hold a new secret. */
export type KeptAnswer = { status: number; encrypted: Uint8Array; encryptionKeyId: string };

const BEGIN = `
  INSERT INTO idempotent_requests AS r (organization_id, actor, key, request_hash, expires_at)
  VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
  ON CONFLICT (organization_id, actor, key) DO UPDATE SET
    request_hash = EXCLUDED.request_hash, status = NULL, encrypted = NULL,
    encryption_key_id = NULL, created_at = now(), expires_at = EXCLUDED.expires_at
  WHERE r.expires_at <= now()
  RETURNING key`;

/**
 * Takes the key for a request, if no request that has not expired holds it.
 * @param lifetime seconds
 * @returns whether the key was free
 */
export async function beginRequest(
  { organizationId, actor, key }: IdempotentKey,
  requestHash: Uint8Array,
  lifetime: number,
): Promise<boolean> {
  const values = [organizationId, actor, key, requestHash, lifetime];
  const taken = await hotQuery("begin-idempotent-request", BEGIN, values);
  return taken.length === 1;
}

const FIND = `
  SELECT request_hash AS "requestHash", status, encrypted, encryption_key_id AS "encryptionKeyId"
  FROM idempotent_requests WHERE organization_id = $1 AND actor = $2 AND key = $3`;

/** The request that holds a key: its answer is null while it runs. */
export async function findRequest({
  organizationId,
  actor,
  key,
}: IdempotentKey): Promise<{ requestHash: Uint8Array; answer: KeptAnswer | null } | null> {
  const [row] = await hotQuery<
    { requestHash: Uint8Array } & (KeptAnswer | Record<keyof KeptAnswer, null>)
  >("find-idempotent-request", FIND, [organizationId, actor, key]);
  if (!row) return null;
  const { requestHash, ...answer } = row;
  return { requestHash, answer: answer.status === null ? null : answer };
}

const KEEP = `
  UPDATE idempotent_requests SET status = $4, encrypted = $5, encryption_key_id = $6
  WHERE organization_id = $1 AND actor = $2 AND key = $3`;

/** Keeps the answer of the request that took the key. */
export async function keepAnswer(
  { organizationId, actor, key }: IdempotentKey,
  { status, encrypted, encryptionKeyId }: KeptAnswer,
): Promise<void> {
  const values = [organizationId, actor, key, status, encrypted, encryptionKeyId];
  await hotQuery("keep-idempotent-answer", KEEP, values);
}

const FORGET = `
  DELETE FROM idempotent_requests
  WHERE organization_id = $1 AND actor = $2 AND key = $3 AND status IS NULL`;

/** Gives the key back after a request that changed nothing. */
export async function forgetRequest({ organizationId, actor, key }: IdempotentKey): Promise<void> {
  await hotQuery("forget-idempotent-request", FORGET, [organizationId, actor, key]);
}
