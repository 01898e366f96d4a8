import { randomBytes } from "node:crypto";
import { copyFileSync } from "node:fs";
import { replaceSigningKey } from "@/lib/consent/receipts/receipt-keys";
import { readKeys, replaceKeys } from "@/lib/core/crypto/generated-keys";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { KEYS_AGE_MS } from "@/lib/core/env/env";
import { type EncryptionKey, parseKeyRing, writeKeyRing } from "@/lib/core/env/key-ring";
import { StartupError } from "@/lib/core/errors";
import { wait } from "@/lib/core/process/wait";
import {
  countRowsNotUnder,
  type DeclaredTable,
  declaredTables,
  type EncryptedRow,
  listNeededKeys,
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
 * Re-encrypts all secrets under the first key in small batches, if unchanged since they were read, so that this can run
 * beside the service, be killed and run again. @returns how many rows are still under other keys
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
 * Replaces the keys in their file while the service runs: every process first learns the new ones, then uses them, and
 * only then the old ones go. What the previous session secret signed stays valid until the next replacement.
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

/**
 * Rejects a start without a key that stored rows need, rather than failing when someone signs in with a second factor.
 * New keys often get the id of earlier ones, so each is tried on some rows. @throws StartupError naming each key that
 * is missing or different, and the rows that need it
 */
export async function requireKeys(ring: readonly EncryptionKey[]): Promise<void> {
  const needs = new Map<string, { rows: string[]; opensOne: boolean }>();
  for (const table of declaredTables) {
    for (const { keyId, rows, samples } of await listNeededKeys(table)) {
      const need = needs.get(keyId) ?? { rows: [], opensOne: false };
      needs.set(keyId, {
        rows: [...need.rows, `${rows} ${table.rows}`],
        opensOne: need.opensOne || samples.some((sample) => decrypt(sample, ring) !== null),
      });
    }
  }
  const unusable = [...needs].filter(([, { opensOne }]) => !opensOne);
  const isMissing = ([keyId]: [string, unknown]) => ring.every(({ id }) => id !== keyId);
  const missing = unusable.filter(isMissing);
  if (missing.length > 0) {
    throw new StartupError(
      `ENCRYPTION_KEYS is missing ${nameKeys(missing)}. Add it back after the first key, then run npm run latchkey -- keys rotate so that it is no longer needed.`,
    );
  }
  if (unusable.length > 0) {
    throw new StartupError(
      `ENCRYPTION_KEYS has another key with the id ${nameKeys(unusable)}. Restore the key that this database was used with, such as from the backup of keys.json; see docs/backup.md.`,
    );
  }
}

function nameKeys(keys: readonly [string, { rows: readonly string[] }][]): string {
  return keys.map(([keyId, { rows }]) => `"${keyId}" (needed by ${rows.join(", ")})`).join(" and ");
}
