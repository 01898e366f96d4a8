import { type Database, db } from "@/lib/core/db/client";
import type { EncodedImage } from "@/lib/core/images/encode-image";

/**
 * Stores an image under its id. Storing it again renews its age, so that the clean-up, which deletes only images unused
 * for a day, cannot delete it before the transaction refers to it.
 */
export async function insertImage(
  tx: Database,
  id: string,
  { contentType, bytes }: EncodedImage,
): Promise<void> {
  await tx.image.upsert({
    where: { id },
    create: { id, contentType, bytes: new Uint8Array(bytes) },
    update: { createdAt: new Date() },
    select: { id: true },
  });
}

export function findImage(
  id: string,
): Promise<{ contentType: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  return db().image.findUnique({ where: { id }, select: { contentType: true, bytes: true } });
}
