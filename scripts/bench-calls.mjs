// npm run bench:calls [-- count]: times each page of the API log with 50,000 calls and with count.
// docs/benchmarks.md explains.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/bench/grow-calls.mjs";
const DEFAULT_COUNT = 10_000_000;
const FEWEST = 100_000;

const count = Number(process.argv[2] ?? DEFAULT_COUNT);
if (!Number.isInteger(count) || count < FEWEST) {
  process.stderr.write("Usage: npm run bench:calls -- [number of calls]\n");
  process.exit(1);
}

await bundle("bench/grow-calls.ts", BUNDLE);
const { benchCallGrowth } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await benchCallGrowth(count)) ? 0 : 1;
