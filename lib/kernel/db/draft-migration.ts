import { Pool } from "pg";
import { openSchemaEngine } from "@/lib/kernel/db/schema-engine";

/**
 * Writes the SQL that leads from one Prisma schema to another. It compares the schemas and not a
 * database, because the engine cannot describe one through its driver adapter (it fails on the
 * catalogue's columns of type "char").
 *
 * @param url Of any database, which is left alone: the engine wants a connection all the same.
 * @param from Text of the schema that the migrations lead to so far; `undefined` before the first.
 * @param to Text of the schema wanted.
 * @returns The SQL, or `undefined` if there is no difference.
 * @throws Error if a schema is invalid.
 */
export async function draftMigration(
  url: string,
  from: string | undefined,
  to: string,
): Promise<string | undefined> {
  const pool = new Pool({ connectionString: url });
  const engine = await openSchemaEngine(pool, [["schema.prisma", to]]);
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
