import { createHash, createHmac } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { EncryptionKey } from "@/lib/core/env/key-ring";
import { StartupError } from "@/lib/core/errors";
import { parseJson } from "@/lib/core/json";
import { version } from "@/lib/core/values/version-values";

const BOUNDS = /^(DEFAULT|FOR VALUES (IN \(\d+\)|FROM \('[\d :+-]+'\) TO \('[\d :+-]+'\)))$/;

const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  /** The time of the database's state, by its own clock. */
  created_at: z.iso.datetime(),
  postgresql: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string().regex(/^\w+$/),
      rows: z.number(),
      bytes: z.number(),
      sha256: z.string(),
    }),
  ),
  partitions: z.array(
    z.object({ table: z.string(), partition: z.string(), bounds: z.string().regex(BOUNDS) }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** The keys that rows need, with their fingerprints; null for one that was not in the ring. */
  encryption_keys: z.array(z.object({ id: z.string(), fingerprint: z.string().nullable() })),
  /** Ids of the keys that sign, or have signed, receipts. */
  receipt_keys: z.array(z.string()),
  /** The ends of the audit logs: of an organization, or the platform's. */
  audit_heads: z.array(z.object({ log: z.string(), rows: z.number(), hash: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = "manifest.json";

/** The file with the rows of a table. */
export function fileOf(folder: string, table: string): string {
  return join(folder, `${table}.gz`);
}

/** Reads what a backup contains. @throws StartupError if it is not complete, or of a newer version */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) {
    throw new StartupError(
      `${folder} is not a complete backup: it has no ${MANIFEST}, which is written last.`,
    );
  }
  const parsed = manifestSchema.safeParse(parseJson(readFileSync(file, "utf8")));
  if (parsed.success) return parsed.data;
  throw new StartupError(
    `${file} is damaged, or a newer version than ${version} wrote it. Use another copy of the backup, or the version that wrote it.`,
  );
}

/** Compares every file of a backup with its checksum. @throws StartupError naming the first file that differs */
export async function verifyFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, bytes, sha256 } of tables) {
    const file = fileOf(folder, name);
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size < bytes) {
      throw new StartupError(
        `${file} is incomplete: it has ${size} of ${bytes} bytes. Use another copy of the backup.`,
      );
    }
    const hash = createHash("sha256");
    await pipeline(createReadStream(file), hash);
    if (hash.digest("hex") === sha256) continue;
    throw new StartupError(
      `${file} was changed: it does not match its checksum. Use another copy of the backup.`,
    );
  }
}

/** Compares a ring with the keys that a backup needs. @throws StartupError naming the first that is missing or wrong */
export function verifyKeys({ encryption_keys }: Manifest, ring: readonly EncryptionKey[]): void {
  for (const { id, fingerprint } of encryption_keys) {
    const entry = ring.find((key) => key.id === id);
    const actual = entry && fingerprintOf(entry);
    if (actual === fingerprint) continue;
    const problem = entry
      ? `contains another key "${id}" than the one`
      : `is missing the key "${id}"`;
    throw new StartupError(
      `ENCRYPTION_KEYS ${problem} that this backup was encrypted with. Use the keys that you stored with it.`,
    );
  }
}

/** Identifies a key without revealing it. */
export function fingerprintOf({ key }: EncryptionKey): string {
  return createHmac("sha256", key).update("latchkey-backup").digest("hex").slice(0, 16);
}

export function countRows({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
