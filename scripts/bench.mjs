// npm run bench [-- NAME]: measures the cost of a request, side by side with other servers, or what NAME measures.
// bench/README.md explains.

import { basename, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { LockHeldError, takeBuildLock } from "../lib/core/lock.mjs";
import { build } from "./build.mjs";
import { bundle } from "./bundle.mjs";
import { generate } from "./generate.mjs";
import { install } from "./install.mjs";
import { CommandError, node } from "./run.mjs";
import { say, step } from "./step.mjs";

/** @type {Record<string, (args: string[]) => Promise<void>>} */
const benches = {
  // Requests as tokens accumulate, and while dead ones are cleaned up.
  growth: (args) => runBench("bench/growth/grow-tokens.mjs", args),
  // Mixed requests; fails if memory or descriptors grow.
  soak: (args) => runBench("bench/soak/soak.mjs", args),
  // Each page of the API log with 50,000 calls and with a count.
  calls: (args) =>
    runSizesBench(args, {
      entry: "bench/calls/grow-calls.ts",
      run: "benchCallGrowth",
      count: 10_000_000,
      fewest: 100_000,
      usage: "calls [number of calls] [--folder path]",
    }),
  // Each list with 1,000 rows and with a count.
  lists: (args) =>
    runSizesBench(args, {
      entry: "bench/lists/grow-lists.ts",
      run: "benchLists",
      count: 100_000,
      fewest: 2_000,
      usage: "lists [number of rows] [--folder path]",
    }),
  // An import of a made-up platform: records per second and memory.
  import: (args) =>
    runSizesBench(args, {
      entry: "bench/import.ts",
      run: "benchImport",
      count: 100_000,
      fewest: 1,
      usage: "import [number of companies]",
    }),
};

const args = process.argv.slice(2);
const bench = benches[args[0]];
if (bench) await bench(args.slice(1));
else await runBench("bench/run.mjs", args);

/**
 * Builds what a benchmark needs and runs it.
 *
 * @param {string} file For example `bench/run.mjs`.
 * @param {readonly string[]} args
 */
async function runBench(file, args) {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  try {
    await prepare();
    await node(file, args);
  } catch (error) {
    if (!(error instanceof LockHeldError || error instanceof CommandError)) throw error;
    say(error.message);
    process.exit(1);
  }
}

async function prepare() {
  const release = takeBuildLock();
  const inWords = (done) => done;
  try {
    await step("Packages", () => install("."), inWords);
    await step("Benchmark packages", () => install("bench"), inWords);
    await step("Database client", generate, inWords);
    await step("Build", build, inWords);
    const { bundle } = await import("./bundle.mjs");
    await bundle("bench/database.ts", "dist/bench/database.mjs");
    await bundle("bench/targets/latchkey-data.ts", "dist/bench/latchkey-data.mjs");
    await bundle("bench/growth/clean-up.ts", "dist/bench/clean-up.mjs");
  } finally {
    release();
  }
}

/**
 * Runs a benchmark of many rows with a count, and `--folder path` for databases that stay. Exits with 1 if something
 * gets too slow.
 *
 * @param {string[]} args
 * @param {{entry: string, run: string, count: number, fewest: number, usage: string}} bench `entry`: its module, for
 *   example `bench/calls/grow-calls.ts`; `run`: the function it exports; `count`: rows, by default; `usage`: its name
 *   and arguments
 */
async function runSizesBench(args, { entry, run, count: byDefault, fewest, usage }) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { folder: { type: "string" } },
  });
  const count = Number(positionals[0] ?? byDefault);
  if (positionals.length > 1 || !Number.isInteger(count) || count < fewest) {
    process.stderr.write(`Usage: npm run bench -- ${usage}\n`);
    process.exit(1);
  }
  const outfile = `dist/bench/${basename(entry, ".ts")}.mjs`;
  await build();
  await bundle(entry, outfile);
  const module = await import(pathToFileURL(resolve(outfile)).href);
  const folder = values.folder && resolve(values.folder);
  process.exitCode = (await module[run](count, folder)) ? 0 : 1;
}
