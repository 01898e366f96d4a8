import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import {
  listPartitions,
  listSequences,
  listTables,
  readRows,
  withClient,
  withSnapshot,
} from "@/lib/core/db/copy-tables";
import { listAppliedMigrations } from "@/lib/core/db/migrate";
import { pool } from "@/lib/core/db/pool";
import { sql } from "@/lib/core/db/sql";
import type { EncryptionKey } from "@/lib/core/env/key-ring";
import { StartupError } from "@/lib/core/errors";
import { version } from "@/lib/core/values/version-values";
import { fileOf, fingerprintOf, MANIFEST, type Manifest } from "@/lib/server/backup/manifest";
import { declaredTables, listNeededKeys } from "@/lib/server/maintenance/keys/repository";

type RowsClient = Parameters<typeof readRows>[0];

const readServer = sql<object, { at: Date; postgresql: string }>(
  "read-time-and-version",
  { at: "timestamptz", postgresql: "text" },
  "SELECT now() AS at, current_setting('server_version') AS postgresql",
);

const listReceiptKeys = sql<object, { id: string }>(
  "list-ids-of-receipt-keys",
  { id: "text" },
  "SELECT key_id AS id FROM receipt_keys ORDER BY 1",
);

/** The ends of all audit logs, as the database recorded them. */
export const listAuditHeads = sql<object, { log: string; rows: number; hash: string }>(
  "list-audit-heads",
  { log: "text", rows: "int8", hash: "text" },
  "SELECT scope AS log, rows, encode(hash, 'hex') AS hash FROM audit_heads ORDER BY 1",
);

/** Writes the rows of one point in time and a manifest to a folder. @throws StartupError unless it is new or empty */
export async function writeBackup(
  folder: string,
  ring: readonly EncryptionKey[],
): Promise<Manifest> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new StartupError(`${folder} is not empty. Give a new folder for the backup.`);
  }
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const { connectionString } = pool().options;
  if (!connectionString) throw new Error("No database is configured");
  const manifest = await withClient(connectionString, "latchkey-backup", (client) =>
    withSnapshot(client, () => dump(client, unfinished, ring)),
  );
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(unfinished, MANIFEST), text, { mode: 0o600, flush: true });
  renameSync(unfinished, folder);
  return manifest;
}

async function dump(
  client: RowsClient,
  folder: string,
  ring: readonly EncryptionKey[],
): Promise<Manifest> {
  const tableNames = await listTables(client);
  if (tableNames.length === 0) {
    throw new StartupError("The database has no tables yet. Start Latchkey once before a backup.");
  }
  const [server] = await readServer({}, client);
  const migrations = await listAppliedMigrations({}, client);
  const receiptKeys = await listReceiptKeys({}, client);
  const manifest: Manifest = {
    format: 1,
    version,
    created_at: server?.at.toISOString() ?? "",
    postgresql: server?.postgresql ?? "",
    migrations: migrations.map(({ name }) => name).sort(),
    partitions: await listPartitions({}, client),
    sequences: await listSequences({}, client),
    encryption_keys: await keysInUse(ring),
    receipt_keys: receiptKeys.map(({ id }) => id),
    audit_heads: await listAuditHeads({}, client),
    tables: [],
  };
  for (const name of tableNames) {
    manifest.tables.push({ name, ...(await dumpTable(client, folder, name)) });
  }
  return manifest;
}

async function keysInUse(ring: readonly EncryptionKey[]): Promise<Manifest["encryption_keys"]> {
  const counts = await Promise.all(declaredTables.map(listNeededKeys));
  const ids = new Set(counts.flat().map(({ keyId }) => keyId));
  return [...ids].sort().map((id) => {
    const entry = ring.find((key) => key.id === id);
    return { id, fingerprint: entry ? fingerprintOf(entry) : null };
  });
}

async function dumpTable(client: RowsClient, folder: string, table: string) {
  const hash = createHash("sha256");
  let [rows, bytes] = [0, 0];
  async function* lines() {
    for await (const batch of readRows(client, table)) {
      rows += batch.length;
      yield `${batch.map((row) => JSON.stringify(row)).join("\n")}\n`;
    }
  }
  async function* measured(compressed: AsyncIterable<Buffer>) {
    for await (const chunk of compressed) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const file = createWriteStream(fileOf(folder, table), { mode: 0o600, flush: true });
  await pipeline(Readable.from(lines()), createGzip({ level: 3 }), measured, file);
  return { rows, bytes, sha256: hash.digest("hex") };
}
