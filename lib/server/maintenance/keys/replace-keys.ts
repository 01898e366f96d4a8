import { randomBytes } from "node:crypto";
import { copyFileSync } from "node:fs";
import { replaceSigningKey } from "@/lib/consent/receipts/receipt-keys";
import { readKeys, replaceKeys } from "@/lib/core/crypto/generated-keys";
import { KEYS_AGE_MS } from "@/lib/core/env/env";
import { type EncryptionKey, parseKeyRing, writeKeyRing } from "@/lib/core/env/key-ring";
import { wait } from "@/lib/core/process/wait";
import { type Progress, rotateKeys } from "@/lib/server/maintenance/keys/rotate-keys";

/** Every process has read the file again by then, even one that was reading it. */
const UNTIL_READ_MS = 2 * KEYS_AGE_MS;

/** What was replaced, and how many rows are left under an earlier key. */
export type ReplacedKeys = { keyId: string; copy: string; receiptKeyId: string; remaining: number };

/**
 * Replaces the encryption key, the session secret, and the key for receipts while the service runs. Every process first
 * learns the new keys, then uses them, and only then are the old ones removed. Cookies and forms that the previous
 * session secret signed stay valid until the next replacement.
 * @param file of the keys that every process reads
 * @param report see {@link rotateKeys}
 */
export async function replaceAllKeys(
  file: string,
  report: (progress: Progress) => void,
): Promise<ReplacedKeys> {
  const before = readKeys(file);
  const ring = parseKeyRing(before.encryptionKeys);
  const secrets = before.nextauthSecret.split(",");
  const key = { id: nextId(ring), key: randomBytes(32) };
  const secret = randomBytes(32).toString("base64url");
  const store = (keys: readonly EncryptionKey[], sessionSecrets: readonly string[]) =>
    replaceKeys(file, {
      encryptionKeys: writeKeyRing(keys),
      nextauthSecret: sessionSecrets.join(),
    });

  const copy = `${file}.before-${key.id}`;
  copyFileSync(file, copy);
  store([...ring, key], [...secrets, secret]);
  await wait(UNTIL_READ_MS);
  store([key, ...ring], [secret, ...secrets]);
  await wait(UNTIL_READ_MS);
  const receiptKeyId = await replaceSigningKey();
  const remaining = await rotateKeys([key, ...ring], report);
  if (remaining === 0) store([key], [secret, ...secrets.slice(0, 1)]);
  return { keyId: key.id, copy, receiptKeyId, remaining };
}

/** "k2" after "k1". */
function nextId(ring: readonly EncryptionKey[]): string {
  const numbers = ring.map(({ id }) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0));
  return `k${Math.max(...numbers) + 1}`;
}
