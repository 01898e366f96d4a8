import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { fillTables, listTables, withClient } from "@/lib/core/db/copy-tables";
import { MIGRATIONS, migrate, migrationNames } from "@/lib/core/db/migrate";
import { StartupError } from "@/lib/core/errors";
import { fileOf, type Manifest } from "@/lib/server/backup/manifest";

const ROWS_AT_ONCE = 500;

/**
 * Restores a verified backup into an empty database, with the tables of the version that wrote it. The caller applies
 * later migrations. @throws StartupError if there are tables, or if the backup is of a newer version
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  ownerUrl: string,
): Promise<void> {
  const names = await migrationNames(MIGRATIONS);
  const unknownName = manifest.migrations.find((name) => !names.includes(name));
  if (unknownName !== undefined) {
    throw new StartupError(
      `Latchkey ${manifest.version} wrote this backup, and this version lacks its migration ${unknownName}. Restore it with that version or a newer one.`,
    );
  }
  await requireEmpty(ownerUrl);
  await migrate(ownerUrl, MIGRATIONS, undefined, { names: manifest.migrations });
  const counts = await withClient(ownerUrl, "latchkey-restore", (client) =>
    fillTables(client, manifest, (table) => readTable(fileOf(folder, table))),
  );
  const different = manifest.tables.find(({ name, rows }) => counts.get(name) !== rows);
  if (different === undefined) return;
  const { name, rows } = different;
  throw new StartupError(
    `The restored table ${name} has ${counts.get(name) ?? 0} rows, and the backup ${rows}. Use another copy of the backup.`,
  );
}

async function requireEmpty(ownerUrl: string): Promise<void> {
  const tables = await withClient(ownerUrl, "latchkey-restore", listTables);
  if (tables.length === 0) return;
  const { host, pathname } = new URL(ownerUrl);
  throw new StartupError(
    `The database at ${host}${pathname} is not empty, so nothing was restored. Create an empty one: another DATA_DIR for the embedded database, or CREATE DATABASE in your own PostgreSQL.`,
  );
}

async function* readTable(file: string): AsyncGenerator<string[]> {
  const text = createGunzip().setEncoding("utf8");
  // It passes a failure on to the loop.
  pipeline(createReadStream(file), text, () => {});
  let rest = "";
  let rows: string[] = [];
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    rows.push(...lines.map((line): string => JSON.parse(line)));
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
