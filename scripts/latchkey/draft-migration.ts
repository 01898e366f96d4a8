import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { withTemporaryDatabase } from "@/lib/core/db/embedded/start";
import { UsageError } from "./command";

const SCHEMA = "prisma/schema.prisma";
const MIGRATIONS = "prisma/migrations";

/** Writes the next migration: the schema changes since the commit that last changed the migrations. */
export async function draft([name]: string[]): Promise<boolean> {
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
  const sql = await withTemporaryDatabase(async (url) =>
    draftMigration(url, migratedSchema(), await readFile(SCHEMA, "utf8")),
  );
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

const ENGINE = "@prisma/schema-engine-wasm/schema_engine_bg";

/**
 * Writes the SQL that migrates one Prisma schema to another; `undefined` if they are equal. Runs Prisma's schema engine
 * as WebAssembly, because its command line would download one. The engine needs a connection to any database, which it
 * leaves untouched. @throws Error if a schema is invalid
 */
export async function draftMigration(
  url: string,
  from: string | undefined,
  to: string,
): Promise<string | undefined> {
  const pool = new Pool({ connectionString: url });
  const engine = await openSchemaEngine(pool, to);
  const datamodel = (content: string) => ({
    tag: "schemaDatamodel" as const,
    files: [{ path: "schema.prisma", content }],
  });
  try {
    const { exitCode, stdout } = await engine.diff({
      from: from === undefined ? { tag: "empty" } : datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? undefined : (stdout ?? undefined);
  } finally {
    engine.free();
    await pool.end();
  }
}

/** Packages of development, so they load with the first draft: a production machine has the other commands only. */
async function openSchemaEngine(pool: Pool, schema: string) {
  const bindings = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const adapters = await import("@prisma/driver-adapter-utils");
  // The package imports its `.wasm` as a module, which Node 20 does not support, so it is instantiated here.
  const bytes = await readFile(
    createRequire(import.meta.url)
      .resolve(ENGINE)
      .replace(/\.js$/, ".wasm"),
  );
  const { instance } = await WebAssembly.instantiate(bytes, {
    "./schema_engine_bg.js": { ...bindings },
  });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === "function") start();
  // Errors are thrown as well, so the engine's own log is redundant.
  const ignoreLog = () => {};
  const adapter = adapters.bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
  return bindings.SchemaEngine.new({ datamodels: [["schema.prisma", schema]] }, ignoreLog, adapter);
}
