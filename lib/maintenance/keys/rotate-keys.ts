import { openSecret, sealSecret } from "@/lib/kernel/crypto/secret-box";
import type { EncryptionKey } from "@/lib/kernel/env";
import { type EncryptedTable, encryptedTables } from "@/lib/maintenance/keys/encrypted-tables";
import {
  countRowsNotUnder,
  type EncryptedRow,
  listRowsNotUnder,
  replaceBoxes,
} from "@/lib/maintenance/keys/repository";

/** Rows in one statement: short enough that nobody waits for it. */
const BATCH = 200;

/** How far the work on a table has come. */
export type Progress = {
  rows: string;
  done: number;
  total: number;
  /** Rows that no key of the ring opens. */
  unreadable: number;
};

/**
 * Encrypts everything that is stored under the first key of the ring, in small batches. Each row is replaced at
 * once and only if it is still what was read, so this may run beside the service, be killed and be run again.
 * @param report called after each batch, and once for each table that has nothing to do
 * @returns how many rows are still not under the first key
 */
export async function rotateKeys(
  ring: readonly [EncryptionKey, ...EncryptionKey[]],
  report: (progress: Progress) => void,
): Promise<number> {
  let left = 0;
  for (const table of encryptedTables) {
    await rotateTable(table, ring, report);
    left += await countRowsNotUnder(table, ring[0].id);
  }
  return left;
}

async function rotateTable(
  table: EncryptedTable,
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
  const plain = open(row, ring);
  return plain === null ? [] : [{ row, sealed: sealSecret(ring, plain, row.context).sealed }];
}

// A row that does not open stays as it is and is counted: one damaged row must not hold up all others.
function open(row: EncryptedRow, ring: readonly EncryptionKey[]): string | null {
  try {
    return openSecret(ring, { keyId: row.keyId, sealed: row.encrypted }, row.context);
  } catch {
    return null;
  }
}
