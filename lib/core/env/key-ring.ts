import { z } from "zod";
import { StartupError } from "@/lib/core/errors";

/** One AES-256 key of the ring; `id` is stored next to what it encrypted. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: Buffer;
}

/** The first one encrypts, all of them decrypt. */
type KeyRing = readonly [EncryptionKey, ...EncryptionKey[]];

/** A key ring as in ENCRYPTION_KEYS: id:key pairs separated by commas. */
export const keyRingSchema = z.string().transform(readRing);

function readRing(value: string, ctx: z.RefinementCtx): KeyRing {
  const keys = value.split(",").map((entry) => {
    const [, id = "", encoded = ""] = /^([\w-]{1,32}):(.+)$/.exec(entry.trim()) ?? [];
    return { id, key: Buffer.from(encoded, "base64") };
  });
  const [first, ...rest] = keys;
  const distinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  if (first && distinct && keys.every(({ id, key }) => id && key.length === 32)) {
    return [first, ...rest];
  }
  ctx.addIssue("is not a list of distinct id:key pairs with 32-byte keys in base64");
  return z.NEVER;
}

/** The keys of a ring as in ENCRYPTION_KEYS. @throws StartupError */
export function parseKeyRing(text: string): KeyRing {
  const parsed = keyRingSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new StartupError(`ENCRYPTION_KEYS ${parsed.error.issues[0]?.message}`);
}

export function writeKeyRing(ring: readonly EncryptionKey[]): string {
  return ring.map(({ id, key }) => `${id}:${key.toString("base64")}`).join();
}
