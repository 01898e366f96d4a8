import { randomBytes } from "node:crypto";
import { copyFileSync } from "node:fs";
import { replaceSigningKey } from "@/lib/consent/receipts/receipt-keys";
import { readKeys, replaceKeys } from "@/lib/core/crypto/generated-keys";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { KEYS_AGE_MS } from "@/lib/core/env/env";
import { type EncryptionKey, parseKeyRing, writeKeyRing } from "@/lib/core/env/key-ring";
import { wait } from "@/lib/core/process/wait";
import {
  countRowsNotUnder,
  type DeclaredTable,
  declaredTables,
  type EncryptedRow,
  listRowsNotUnder,
  replaceBoxes,
  type Sample,
} from "@/lib/server/maintenance/keys/repository";

/** Rows per statement: few enough that no one has to wait. */
const BATCH = 200;

export type Progress = {
  rows: string;
  done: number;
  total: number;
  /** Rows that no key of the ring can decrypt. */
  unreadable: number;
};

/**
 * Re-encrypts all stored secrets under the first key of the ring, in small batches. A row is replaced only if it is
 * unchanged since it was read, so this can run alongside the service, be killed and be run again.
 * @param report called after each batch, and once for each table with nothing to do
 * @returns how many rows are still not under the first key
 */
export async function rotateKeys(
  ring: readonly [EncryptionKey, ...EncryptionKey[]],
  report: (progress: Progress) => void,
): Promise<number> {
  let remaining = 0;
  for (const table of declaredTables) {
    await rotateTable(table, ring, report);
    remaining += await countRowsNotUnder(table, ring[0].id);
  }
  return remaining;
}

async function rotateTable(
  table: DeclaredTable,
  ring: readonly [EncryptionKey, ...EncryptionKey[]],
  report: (progress: Progress) => void,
): Promise<void> {
  const keyId = ring[0].id;
  const progress = { rows: table.rows, done: 0, total: 0, unreadable: 0 };
  progress.total = await countRowsNotUnder(table, keyId);
  let after: readonly string[] | null = null;
  for (;;) {
    const batch: EncryptedRow[] = await listRowsNotUnder(table, { keyId, after, limit: BATCH });
    const boxes = batch.flatMap((row) => reseal(row, ring));
    if (boxes.length > 0) progress.done += await replaceBoxes(table, keyId, boxes);
    progress.unreadable += batch.length - boxes.length;
    after = batch.at(-1)?.key ?? null;
    report({ ...progress });
    if (batch.length < BATCH) return;
  }
}

function reseal(row: EncryptedRow, ring: readonly EncryptionKey[]) {
  const plain = decrypt(row, ring);
  return plain === null ? [] : [{ row, sealed: sealSecret(ring, plain, row.context).sealed }];
}

/** The text of a box; null for one that no key of the ring opens, which must not block the others. */
export function decrypt(
  { keyId, encrypted, context }: Sample,
  ring: readonly EncryptionKey[],
): string | null {
  try {
    return openSecret(ring, { keyId, sealed: encrypted }, context);
  } catch {
    return null;
  }
}

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
