import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";

const ENGINE = "@prisma/schema-engine-wasm/schema_engine_bg";

/**
 * Writes the SQL that migrates one Prisma schema to another, with Prisma's schema engine as WebAssembly: its command line
 * would download one. It compares schemas rather than a database, because the engine cannot introspect one through its
 * driver adapter (it fails on catalogue columns of type "char").
 *
 * @param url Any database, which is left untouched: the engine needs a connection all the same.
 * @param from The schema the existing migrations lead to; `undefined` before the first.
 * @param to The target schema.
 * @returns The SQL, or `undefined` if there is no difference.
 * @throws Error if a schema is invalid.
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
