// npm run db:migration -- name: writes the next migration from the changes in the schema.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/draft-migration.mjs";

const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9-]*$/.test(name)) {
  process.stderr.write("Usage: npm run db:migration -- name-of-the-change\n");
  process.exit(1);
}

await bundle("scripts/draft-migration.ts", BUNDLE);
const { writeNextMigration } = await import(pathToFileURL(resolve(BUNDLE)).href);
const folder = await writeNextMigration(name);
process.stdout.write(
  folder
    ? `Wrote ${folder}/migration.sql. Review it, and add the constraints that Prisma cannot express.\n`
    : "The migrations are up to date with the schema.\n",
);
