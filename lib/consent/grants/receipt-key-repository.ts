import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";

/** The key that signs receipts now, or null before the first receipt. */
export function findSigningKey() {
  return db().receiptKey.findFirst({
    where: { retiredAt: null },
    select: { keyId: true, encrypted: true, encryptionKeyId: true },
  });
}

/** Stores a key unless there is one already. */
export async function insertSigningKey(key: Prisma.ReceiptKeyCreateManyInput): Promise<void> {
  await db().receiptKey.createMany({ data: key, skipDuplicates: true });
}

/** Retires the current key. */
export async function retireSigningKey(): Promise<void> {
  await db().receiptKey.updateMany({
    where: { retiredAt: null },
    data: { retiredAt: new Date() },
  });
}

/** Every key that ever signed, newest first. */
export function listPublicKeys() {
  return db().receiptKey.findMany({
    select: { keyId: true, publicKey: true },
    orderBy: [{ createdAt: "desc" }, { keyId: "asc" }],
  });
}
