import type { Change } from "@/lib/audit/record-change";
import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

const lockSeenKeys = sql<{ userId: string }>(
  "lock-service-keys-seen-by",
  {},
  `
  SELECT 1 FROM service_keys k
  WHERE EXISTS (SELECT 1 FROM service_key_secrets s WHERE s.key_id = k.id AND s.seen_by = :userId)
  ORDER BY k.id FOR UPDATE`,
);

const endSecrets = sql<{ userId: string; end: string }, { keyId: string; lastFour: string }>(
  "end-seen-service-key-secrets",
  { keyId: "text", lastFour: "text" },
  `
  UPDATE service_key_secrets s SET expires_at = :end::timestamptz
  WHERE s.seen_by = :userId AND s.revoked_at IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > :end::timestamptz)
  RETURNING s.key_id AS "keyId", s.last_four AS "lastFour"`,
);

/** How long backends have to get new secrets: a day. */
const OVERLAP_MS = 86_400_000;

/**
 * Makes the secrets of service keys that a former operator has seen end after a day. The person's role must have ended
 * in the same transaction, so that they see no other secret. @returns what the platform's audit log records
 */
export async function endSeenSecrets(tx: Database, userId: string): Promise<Change[]> {
  const end = new Date(Date.now() + OVERLAP_MS).toISOString();
  // In a statement of its own: the next one sees the secrets that keys got by themselves until they were locked.
  await lockSeenKeys({ userId }, tx);
  return (await endSecrets({ userId, end }, tx)).map(({ keyId, lastFour }) => ({
    action: "service_key.end_changed",
    target: `service_key:${keyId}`,
    after: { last_four: lastFour, ends_at: end, seen_by: `user:${userId}` },
  }));
}

const ENDING_SECRETS = `service_keys k JOIN service_key_secrets s ON s.key_id = k.id
  WHERE k.revoked_at IS NULL AND s.revoked_at IS NULL AND s.expires_at > now()`;

type SeenSecretRow = { keyId: string; name: string; lastFour: string; endsAt: Date };

const listSeenSecrets = sql<object, SeenSecretRow>(
  "list-secrets-seen-by-former-operators",
  { keyId: "text", name: "text", lastFour: "text", endsAt: "timestamptz!" },
  `
  SELECT k.id AS "keyId", k.name, s.last_four AS "lastFour", s.expires_at AS "endsAt" FROM ${ENDING_SECRETS}
    AND s.seen_by IN (SELECT id FROM users WHERE operator_role IS DISTINCT FROM 'operator')
  ORDER BY s.expires_at, s.id LIMIT 20`,
);

const countEndingKeys = sql<object, { keys: number }>(
  "count-ending-service-keys",
  { keys: "int4" },
  // A backend gets a token for an hour, and a proxy uses the secret all the time.
  `
  SELECT count(DISTINCT k.id)::int AS keys FROM ${ENDING_SECRETS}
    AND s.last_used_at > now() - interval '90 minutes'`,
);

/** What operators should know about the service keys. */
export type KeyState = {
  /** Keys in use of which a secret ends. */
  endingKeys: number;
  /** Live secrets that former operators have seen, at most 20, those first that end first. */
  seenByFormerOperators: SeenSecretRow[];
};

/** Reads what operators should know about the service keys. The caller authorizes. */
export async function keyState(): Promise<KeyState> {
  const [counted, seenByFormerOperators] = await Promise.all([
    countEndingKeys({}),
    listSeenSecrets({}),
  ]);
  return { endingKeys: counted[0]?.keys ?? 0, seenByFormerOperators };
}
