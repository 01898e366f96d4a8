import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { sql } from "@/lib/core/db/sql";

const live = (now: Date) =>
  ({
    revokedAt: null,
    OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
  }) satisfies Prisma.ServiceKeySecretWhereInput;

const columns = (now: Date) =>
  ({
    id: true,
    name: true,
    scopes: true,
    createdAt: true,
    revokedAt: true,
    creator: { select: { firstName: true, lastName: true } },
    secrets: {
      where: live(now),
      select: {
        id: true,
        lastFour: true,
        createdAt: true,
        expiresAt: true,
        lastUsedAt: true,
        seenBy: true,
        viewer: { select: { operatorRole: true } },
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    },
  }) satisfies Prisma.ServiceKeySelect;

/** A service key with its live secrets. */
export type ServiceKeyRow = Prisma.ServiceKeyGetPayload<{ select: ReturnType<typeof columns> }>;

/** A secret as it is stored. `seenBy` is the person who has seen it. */
export type StoredSecret = {
  secretHash: Uint8Array<ArrayBuffer>;
  lastFour: string;
  seenBy: string | null;
};

/** Every service key, newest first. */
export function findServiceKeys(): Promise<ServiceKeyRow[]> {
  return db().serviceKey.findMany({
    select: columns(new Date()),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

/** Stores a key with its first secret. @param createdBy null for a key made from the shell */
export function insertServiceKey(
  tx: Database,
  key: { name: string; scopes: string[]; createdBy: string | null },
  secret: StoredSecret,
): Promise<ServiceKeyRow> {
  return tx.serviceKey.create({
    data: { id: newId(), ...key, secrets: { create: { id: newId(), ...secret } } },
    select: columns(new Date()),
  });
}

const lockKey = sql<{ id: string }>(
  "lock-service-key",
  {},
  "SELECT id FROM service_keys WHERE id = :id FOR UPDATE",
);

/** Locks a key until the transaction ends; null if there is none. */
export async function lockServiceKey(tx: Database, id: string): Promise<ServiceKeyRow | null> {
  await lockKey({ id }, tx);
  return tx.serviceKey.findUnique({ where: { id }, select: columns(new Date()) });
}

/** Adds a secret to a key and makes its others expire at `end`, unless they expire earlier. */
export async function replaceSecret(
  tx: Database,
  keyId: string,
  secret: StoredSecret,
  end: Date,
): Promise<ServiceKeyRow> {
  await tx.serviceKeySecret.updateMany({
    where: { keyId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: end } }] },
    data: { expiresAt: end },
  });
  return tx.serviceKey.update({
    where: { id: keyId },
    data: { secrets: { create: { id: newId(), ...secret } } },
    select: columns(new Date()),
  });
}

/** Makes the secrets of a key that end do so at another time. */
export async function moveEnd(tx: Database, keyId: string, end: Date): Promise<ServiceKeyRow> {
  const now = new Date();
  await tx.serviceKeySecret.updateMany({
    where: { keyId, revokedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: end },
  });
  return tx.serviceKey.findUniqueOrThrow({ where: { id: keyId }, select: columns(now) });
}

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

/** Makes the secrets that a person has seen end, unless they end earlier. @returns those that end at `end` now */
export async function endSecretsSeenBy(
  tx: Database,
  userId: string,
  end: Date,
): Promise<{ keyId: string; lastFour: string }[]> {
  // In a statement of its own: the next one sees the secrets that keys got by themselves until they were locked.
  await lockSeenKeys({ userId }, tx);
  return endSecrets({ userId, end: end.toISOString() }, tx);
}

/** A live secret of a service key that a former operator has seen. */
export type SeenSecretRow = { keyId: string; name: string; lastFour: string; endsAt: Date };

const ENDING_SECRETS = `service_keys k JOIN service_key_secrets s ON s.key_id = k.id
  WHERE k.revoked_at IS NULL AND s.revoked_at IS NULL AND s.expires_at > now()`;

/** The live secrets that former operators have seen, at most 20, those first that end first. */
export const listSeenSecrets = sql<object, SeenSecretRow>(
  "list-secrets-seen-by-former-operators",
  { keyId: "text", name: "text", lastFour: "text", endsAt: "timestamptz" },
  `
  SELECT k.id AS "keyId", k.name, s.last_four AS "lastFour", s.expires_at AS "endsAt" FROM ${ENDING_SECRETS}
    AND s.seen_by IN (SELECT id FROM users WHERE operator_role IS DISTINCT FROM 'operator')
  ORDER BY s.expires_at, s.id LIMIT 20`,
);

const countEnding = sql<object, { keys: number }>(
  "count-ending-service-keys",
  { keys: "int4" },
  // A backend gets a token for an hour, and a proxy uses the secret all the time.
  `
  SELECT count(DISTINCT k.id)::int AS keys FROM ${ENDING_SECRETS}
    AND s.last_used_at > now() - interval '90 minutes'`,
);

/** The number of keys in use of which a secret ends. */
export async function countEndingKeys(): Promise<number> {
  const [row] = await countEnding({});
  return row?.keys ?? 0;
}

/** Revokes a key and its secrets. */
export async function revokeKeyRow(tx: Database, id: string): Promise<ServiceKeyRow> {
  const now = new Date();
  await tx.serviceKeySecret.updateMany({
    where: { keyId: id, revokedAt: null },
    data: { revokedAt: now },
  });
  return tx.serviceKey.update({
    where: { id },
    data: { revokedAt: now },
    select: columns(now),
  });
}
