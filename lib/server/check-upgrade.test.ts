import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MIGRATIONS } from "@/lib/core/db/migrate";
import { checkUpgrade, readLocks, readNeeds } from "@/lib/server/check-upgrade";
import { mintOrganization } from "@/test/factories/mint";
import { createFolder } from "@/test/process/create-folder";
import { asOwner } from "@/test/process/owner-database";

const ALTER = 'ALTER TABLE "clients"';
const [ALL, ROWS] = ["reads and writes", "changes of the same rows"];

it.each([
  [`${ALTER} ADD COLUMN "note" TEXT`, ALL, "none"],
  [`${ALTER} ALTER COLUMN "name" SET DATA TYPE VARCHAR(9)`, ALL, "writes the table"],
  [`${ALTER} ALTER COLUMN "name" SET NOT NULL`, ALL, "reads the table"],
  [`${ALTER} ADD CONSTRAINT "c" CHECK ("a" > 0)`, ALL, "reads the table"],
  [`${ALTER} ADD CONSTRAINT "c" CHECK ("a" > 0) NOT VALID`, ALL, "none"],
  [`${ALTER} VALIDATE CONSTRAINT "c"`, ROWS, "reads the table"],
  [`${ALTER} ADD CONSTRAINT "c" UNIQUE ("a")`, ALL, "builds an index"],
  ['CREATE UNIQUE INDEX "i" ON "clients"("a")', "writes", "builds an index"],
  ['CREATE INDEX CONCURRENTLY "i" ON "clients"("a")', ROWS, "builds an index"],
  [`UPDATE "clients" SET "name" = 'a;b'`, ROWS, "writes the table"],
  ['DROP TABLE "clients"', ALL, "none"],
  ['LOCK TABLE "clients" IN ACCESS EXCLUSIVE MODE', ALL, "none"],
])("reads the lock of a statement: %s", (statement, blocks, work) => {
  expect(readLocks(`-- A comment; with a semicolon.\n${statement};`)).toEqual([
    { table: "clients", blocks, work },
  ]);
});

it("reports no lock for a table that the migration creates, or for the body of a function", () => {
  const text = `CREATE TABLE "new" ("id" int);
    CREATE INDEX "i" ON "new"("id");
    CREATE FUNCTION "f"() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE "clients"; END $$;`;
  expect(readLocks(text)).toEqual([]);
});

it("names an extension and what CONCURRENTLY waits for", () => {
  expect(readNeeds("CREATE EXTENSION IF NOT EXISTS pg_trgm;")).toEqual(["the extension pg_trgm"]);
  expect(readNeeds('CREATE INDEX CONCURRENTLY "i" ON "a"("b");')).toHaveLength(1);
});

it("estimates the time of a pending migration from the size of its tables", async () => {
  await mintOrganization();
  await asOwner((owner) => owner.query("ANALYZE organizations, calls"));
  const folder = await createFolder();
  await mkdir(join(folder, "20990101000000_later"));
  const text =
    'CREATE INDEX "i" ON "organizations"("name"); ALTER TABLE "calls" ADD COLUMN "a" int;';
  await writeFile(join(folder, "20990101000000_later", "migration.sql"), text);
  const [migration] = await checkUpgrade(folder);
  expect(migration?.name).toBe("20990101000000_later");
  const [index, column] = migration?.locks ?? [];
  expect(index).toMatchObject({ table: "organizations", blocks: "writes" });
  expect(index?.rows).toBeGreaterThan(0);
  expect(index?.seconds).toBeCloseTo((index?.bytes ?? 0) / 50_000_000);
  expect(column).toMatchObject({ table: "calls", seconds: 0 });
  expect(column?.bytes).toBeGreaterThan(0);
  expect(await checkUpgrade(MIGRATIONS)).toEqual([]);
});
