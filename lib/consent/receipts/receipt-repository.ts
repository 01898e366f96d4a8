import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import type { Subject } from "@/lib/core/subject";

const NAMED = { select: { id: true, name: true } } as const;

/** What a company or organization granted a client, with its whole history, oldest first. */
export function findReceipt({ companyId, organizationId }: Subject, clientId: string) {
  return db().grant.findFirst({
    where: { clientId, companyId, organizationId },
    select: {
      id: true,
      company: NAMED,
      organization: NAMED,
      client: { select: { name: true, organization: { select: { name: true } } } },
      events: {
        select: {
          change: true,
          scopesBefore: true,
          scopesAfter: true,
          userId: true,
          clientVersion: true,
          createdAt: true,
          previousHash: true,
          hash: true,
        },
        orderBy: { id: "asc" },
      },
    },
  });
}

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
  const data = { retiredAt: new Date() };
  await db().receiptKey.updateMany({ where: { retiredAt: null }, data });
}

/** Every key that ever signed, newest first. */
export function listPublicKeys() {
  return db().receiptKey.findMany({
    select: { keyId: true, publicKey: true },
    orderBy: [{ createdAt: "desc" }, { keyId: "asc" }],
  });
}
