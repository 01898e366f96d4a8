import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import type { Prisma, ServiceKeySecret } from "@/lib/core/db/generated/client";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";

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

export type ServiceKeyRow = Prisma.ServiceKeyGetPayload<{ select: ReturnType<typeof columns> }>;

/** A secret as it is stored. `seenBy` is the person who has seen it. */
export type StoredSecret = Pick<ServiceKeySecret, "secretHash" | "lastFour" | "seenBy">;

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

/** Locks a key until the transaction ends. @throws ServiceError not_found */
export async function lockServiceKey(tx: Database, id: string): Promise<ServiceKeyRow> {
  await lockKey({ id }, tx);
  const key = await tx.serviceKey.findUnique({ where: { id }, select: columns(new Date()) });
  if (key) return key;
  throw new ServiceError("not_found", "There is no such service key. List them to see their ids.");
}

/** Adds a secret to a key and makes its others expire at `end`, unless they expire earlier. */
export async function replaceSecret(
  tx: Database,
  keyId: string,
  secret: StoredSecret,
  end: Date,
): Promise<ServiceKeyRow> {
  await tx.serviceKeySecret.updateMany({
    where: { keyId, ...live(end) },
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
