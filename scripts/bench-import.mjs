// npm run bench:import [-- companies]: imports a made-up platform and prints records per second and memory.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/bench/import.mjs";
const DEFAULT_COMPANIES = 100_000;

const companies = Number(process.argv[2] ?? DEFAULT_COMPANIES);
if (process.argv.length > 3 || !Number.isInteger(companies) || companies < 1) {
  process.stderr.write("Usage: npm run bench:import -- [number of companies]\n");
  process.exit(1);
}

await bundle("bench/import.ts", BUNDLE);
const { benchImport } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await benchImport(companies)) ? 0 : 1;
