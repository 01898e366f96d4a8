import { db } from "@/lib/core/db/client";

/** Stores the parameters that a client pushed. */
export async function insertPushedRequest(request: {
  referenceHash: Buffer;
  clientId: string;
  issuer: string;
  parameters: string;
  expiresAt: Date;
}): Promise<void> {
  const referenceHash = new Uint8Array(request.referenceHash);
  await db().pushedRequest.create({
    data: { ...request, referenceHash },
    select: { clientId: true },
  });
}

/** A live pushed request of this client and issuer, or null. */
export function findPushedRequest(
  referenceHash: Buffer,
  clientId: string,
  issuer: string,
): Promise<{ parameters: string } | null> {
  return db().pushedRequest.findFirst({
    where: {
      referenceHash: new Uint8Array(referenceHash),
      clientId,
      issuer,
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    select: { parameters: true },
  });
}

/** Uses up a pushed request; false if it was already used. */
export async function consumePushedRequest(referenceHash: Buffer): Promise<boolean> {
  const { count } = await db().pushedRequest.updateMany({
    where: {
      referenceHash: new Uint8Array(referenceHash),
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    data: { usedAt: new Date() },
  });
  return count === 1;
}
