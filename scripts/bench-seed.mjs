// npm run bench:seed [-- count] [--remove]: times lists and searches of many clients against a thousand.
// docs/benchmarks.md explains.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bundle } from "./bundle.mjs";

const BUNDLE = "dist/bench/seed-clients.mjs";
const USAGE = "Usage: npm run bench:seed -- [number of clients] [--remove]\n";
const DEFAULT_COUNT = 100_000;
const MOST = 1_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { remove: { type: "boolean", default: false } },
});
const count = Number(positionals[0] ?? DEFAULT_COUNT);
if (positionals.length > 1 || !Number.isInteger(count) || count < 1 || count > MOST) {
  process.stderr.write(USAGE);
  process.exit(1);
}

await bundle("bench/seed-clients.ts", BUNDLE);
const { benchClientList } = await import(pathToFileURL(resolve(BUNDLE)).href);
process.exitCode = (await benchClientList(count, values.remove)) ? 0 : 1;
