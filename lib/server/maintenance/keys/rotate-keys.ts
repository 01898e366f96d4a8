import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import type { EncryptionKey } from "@/lib/core/env/key-ring";
import {
  countRowsNotUnder,
  type DeclaredTable,
  declaredTables,
  type EncryptedRow,
  listRowsNotUnder,
  replaceBoxes,
} from "@/lib/server/maintenance/keys/repository";

/** Rows per statement: few enough that no one has to wait. */
const BATCH = 200;

/** The progress on a table. */
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

// A row that cannot be decrypted is left as it is and counted; it must not block the others.
function decrypt(row: EncryptedRow, ring: readonly EncryptionKey[]): string | null {
  try {
    return openSecret(ring, { keyId: row.keyId, sealed: row.encrypted }, row.context);
  } catch {
    return null;
  }
}
