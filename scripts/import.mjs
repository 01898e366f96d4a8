// npm run import -- FILE [--dry-run]: stores the records of an NDJSON file. Run it again after an interruption.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/import.mjs";

const [file, ...options] = process.argv.slice(2);
if (!file || options.some((option) => option !== "--dry-run")) {
  process.stderr.write("Usage: npm run import -- FILE [--dry-run]\n");
  process.exit(1);
}

await bundle("scripts/import.ts", BUNDLE);
const { importWithProgress } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await importWithProgress(file, options.length > 0)) ? 0 : 1;
