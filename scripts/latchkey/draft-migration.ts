import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draftMigration } from "@/lib/core/db/draft-migration";
import { startEmbeddedDatabase } from "@/lib/core/db/embedded/start";
import { UsageError } from "./command";

const SCHEMA = "prisma/schema.prisma";
const MIGRATIONS = "prisma/migrations";

/** Writes the next migration: the schema changes since the commit that last changed the migrations. */
export async function run([name]: string[]): Promise<boolean> {
  if (!name || !/^[a-z][a-z0-9-]*$/.test(name)) throw new UsageError();
  const folder = await writeNextMigration(name);
  process.stdout.write(
    folder
      ? `Wrote ${folder}/migration.sql. Review it, and add the constraints that Prisma cannot express.\n`
      : "The migrations are up to date with the schema.\n",
  );
  return true;
}

/** @returns Its folder, or `undefined` if nothing changed. */
async function writeNextMigration(name: string): Promise<string | undefined> {
  const sql = await draftBetween(migratedSchema(), await readFile(SCHEMA, "utf8"));
  if (sql === undefined) return undefined;
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(MIGRATIONS, `${stamp}_${name.replaceAll("-", "_")}`);
  await mkdir(folder);
  await writeFile(join(folder, "migration.sql"), sql);
  return folder;
}

/** The schema that the committed migrations lead to. */
function migratedSchema(): string {
  const commit = git("log", "-1", "--format=%H", "--", MIGRATIONS).trim();
  return git("show", `${commit}:${SCHEMA}`);
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" });
}

async function draftBetween(from: string, to: string): Promise<string | undefined> {
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
