import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draftMigration } from "@/lib/kernel/db/draft-migration";
import { startEmbeddedDatabase } from "@/lib/kernel/db/embedded/start";

const SCHEMA = "prisma/schema.prisma";
const MIGRATIONS = "prisma/migrations";

/** The schema that the existing migrations lead to; the next one starts from it. */
const SNAPSHOT = join(MIGRATIONS, "schema.prisma");

/**
 * Writes the next migration: the schema changes since the newest one.
 *
 * @param name For example `add-client-tags`.
 * @returns Its folder, or `undefined` if nothing changed.
 */
export async function writeNextMigration(name: string): Promise<string | undefined> {
  await mkdir(MIGRATIONS, { recursive: true });
  const schema = await readFile(SCHEMA, "utf8");
  const migrated = existsSync(SNAPSHOT) ? await readFile(SNAPSHOT, "utf8") : undefined;
  const sql = await draftAgainst(migrated, schema);
  if (sql === undefined) return undefined;
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(MIGRATIONS, `${stamp}_${name.replaceAll("-", "_")}`);
  await mkdir(folder);
  await writeFile(join(folder, "migration.sql"), sql);
  await writeFile(SNAPSHOT, schema);
  await writeFile(join(MIGRATIONS, "migration_lock.toml"), 'provider = "postgresql"\n');
  return folder;
}

async function draftAgainst(from: string | undefined, to: string): Promise<string | undefined> {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-migration-"));
  // As root, the database's own account must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const database = await startEmbeddedDatabase({ dataDir, password: "draft", durable: false });
  try {
    return await draftMigration(database.url, from, to);
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true });
  }
}
