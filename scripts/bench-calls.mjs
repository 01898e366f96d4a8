// npm run bench:calls [-- count] [--folder path]: times each page of the API log with 50,000 calls and with count.
// docs/benchmarks.md explains.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/bench/grow-calls.mjs";
const DEFAULT_COUNT = 10_000_000;
const FEWEST = 100_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: "string" } },
});
const count = Number(positionals[0] ?? DEFAULT_COUNT);
if (positionals.length > 1 || !Number.isInteger(count) || count < FEWEST) {
  process.stderr.write("Usage: npm run bench:calls -- [number of calls] [--folder path]\n");
  process.exit(1);
}

await build();
await bundle("bench/calls/grow-calls.ts", BUNDLE);
const { benchCallGrowth } = await import(pathToFileURL(resolve(BUNDLE)).href);
const folder = values.folder && resolve(values.folder);
process.exitCode = (await benchCallGrowth(count, folder)) ? 0 : 1;
