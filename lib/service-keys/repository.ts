import { newId } from "@/lib/kernel/crypto/ids";
import { type Database, db } from "@/lib/kernel/db/client";
import type { Prisma } from "@/lib/kernel/db/generated/client";

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
      select: { id: true, lastFour: true, createdAt: true, expiresAt: true, lastUsedAt: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    },
  }) satisfies Prisma.ServiceKeySelect;

/** A service key with its live secrets. */
export type ServiceKeyRow = Prisma.ServiceKeyGetPayload<{ select: ReturnType<typeof columns> }>;

/** A secret as it is stored. */
export type StoredSecret = { secretHash: Uint8Array<ArrayBuffer>; lastFour: string };

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

/** Locks a key until the transaction ends; null if there is none. */
export async function lockServiceKey(tx: Database, id: string): Promise<ServiceKeyRow | null> {
  await tx.$queryRaw`SELECT id FROM service_keys WHERE id = ${id} FOR UPDATE`;
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
