import { readFile } from "node:fs/promises";
import type { Client } from "pg";
import { expect, inject, it } from "vitest";
import { draftMigration } from "@/scripts/latchkey/draft-migration";
import { asOwner } from "@/test/process/owner-database";

/** Tables with their columns and indexes, one line each, in the schema of the search path. */
const CATALOGUE = `
  SELECT format('%s.%s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN ' NOT NULL' END) AS line
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> '_prisma_migrations' AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT replace(replace(pg_get_indexdef(indexrelid), current_schema() || '.', ''), ' ONLY ', ' ')
  FROM pg_index JOIN pg_class c ON c.oid = indrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition
    AND c.relname <> '_prisma_migrations'`;

async function catalogue(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(CATALOGUE);
  return rows.map(({ line }) => line).toSorted();
}

/** What Prisma would create: ids of companies are wider than its Int, because they are JavaScript numbers. */
async function expectedCatalogue(owner: Client): Promise<string[]> {
  const schema = await readFile("prisma/schema.prisma", "utf8");
  const sql = await draftMigration(inject("ownerDatabaseUrl"), undefined, schema);
  await owner.query(`CREATE SCHEMA expected; SET search_path TO expected; ${sql}`);
  return (await catalogue(owner)).map((line) =>
    line.replace(/^(companies\.id|\w+\.company_id) integer/, "$1 bigint"),
  );
}

it("the migrations create the tables, columns, and indexes of the schema", async () => {
  const [actual, expected] = await asOwner(async (owner) => {
    const actualLines = await catalogue(owner);
    await owner.query("BEGIN");
    const expectedLines = await expectedCatalogue(owner);
    await owner.query("ROLLBACK");
    return [actualLines, expectedLines];
  });
  const isIndex = (line: string) => / INDEX /.test(line);
  expect(actual.filter((line) => !isIndex(line))).toEqual(
    expected.filter((line) => !isIndex(line)),
  );
  // The migrations add indexes that Prisma cannot express.
  expect(actual).toEqual(expect.arrayContaining(expected.filter(isIndex)));
});
