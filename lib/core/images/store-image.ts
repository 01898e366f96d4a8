import { sha256 } from "@/lib/core/crypto/hash";
import type { Database } from "@/lib/core/db/client";
import type { EncodedImage } from "@/lib/core/images/encode-image";
import { insertImage } from "@/lib/core/images/repository";

/**
 * Stores an image in the caller's transaction; equal images are stored once.
 * @returns its id: the SHA-256 of its bytes, in hex
 */
export async function storeImage(tx: Database, image: EncodedImage): Promise<string> {
  const id = sha256(image.bytes).toString("hex");
  await insertImage(tx, id, image);
  return id;
}
