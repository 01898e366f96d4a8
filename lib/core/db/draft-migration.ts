import { Pool } from "pg";
import { openSchemaEngine } from "@/lib/core/db/schema-engine";

/**
 * Writes the SQL that migrates one Prisma schema to another. It compares schemas rather than a database, because the
 * engine cannot introspect one through its driver adapter (it fails on catalogue columns of type "char").
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
  const engine = await openSchemaEngine(pool, { datamodels: [["schema.prisma", to]] });
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
